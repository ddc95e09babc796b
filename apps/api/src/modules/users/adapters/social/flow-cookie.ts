import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../../platform/config/config.ts';
import { derivedSecret } from '../../../../platform/config/derived-secret.ts';
import { clearOwnCookie, setOwnCookie } from '../../../../platform/http/security/own-cookies.ts';
import { Clock, Ids, SingleUse } from '../../../../shared/ports.ts';
import type { Provider } from '../../application/ports.ts';
import { type Flow, FlowSigner } from './flow.ts';

const COOKIE = 'social';
const LIFETIME_SECONDS = 600;

/** The state of a social login is stored in the browser's cookie; the shop stores only which ones were answered, against replay. */
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
    setOwnCookie(reply, COOKIE, this.seal.seal(flow), LIFETIME_SECONDS, this.config);
  }

  /** Ends the flow. Null if the answer belongs to no flow of this browser, or to one that has expired or was answered before. */
  async take(provider: Provider, state: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<Flow | null> {
    clearOwnCookie(reply, COOKIE, this.config);
    const flow = this.seal.open(request.cookies[COOKIE], this.clock.now().getTime());
    const isAnswered = flow?.provider === provider && flow.state === state;
    return isAnswered && (await this.singleUse.note(`social state ${flow.state}`, new Date(flow.endsAt))) ? flow : null;
  }
}
