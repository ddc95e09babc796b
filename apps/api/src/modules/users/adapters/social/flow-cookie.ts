import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../../platform/config/config.ts';
import { derivedSecret } from '../../../../platform/config/derived-secret.ts';
import { Clock, Ids, SingleUse } from '../../../../shared/ports.ts';
import type { Provider } from '../../application/ports.ts';
import { type Flow, FlowSigner } from './flow.ts';

const COOKIE = 'social';
const LIFETIME_SECONDS = 600;

/** The browser remembers its visit to another site; the shop notes only which visits were answered. */
@Injectable()
export class FlowCookie {
  private readonly seal: FlowSigner;

  constructor(
    private readonly config: Config,
    private readonly singleUse: SingleUse,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.seal = new FlowSigner(derivedSecret(config, 'social login'));
  }

  begin(provider: Provider): Flow {
    return { provider, state: this.ids.token(), verifier: '', endsAt: this.clock.now().getTime() + LIFETIME_SECONDS * 1000 };
  }

  set(reply: FastifyReply, flow: Flow): void {
    void reply.setCookie(COOKIE, this.seal.seal(flow), { ...this.options(), maxAge: LIFETIME_SECONDS });
  }

  /** Ends the visit. Null for an answer to none of this browser, to one that is over, or to one that was answered before. */
  async take(provider: Provider, state: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<Flow | null> {
    void reply.clearCookie(COOKIE, this.options());
    const flow = this.seal.open(request.cookies[COOKIE], this.clock.now().getTime());
    const isAnswered = flow?.provider === provider && flow.state === state;
    return isAnswered && (await this.singleUse.note(`social state ${flow.state}`, new Date(flow.endsAt))) ? flow : null;
  }

  /** Lax: it comes along when the other site sends the browser back. */
  private options() {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.apiOrigin.startsWith('https:'), path: '/' } as const;
  }
}
