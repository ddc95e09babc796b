import { setTimeout as wait } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Strategy } from 'passport';
import type { Provider } from '../../application/ports.ts';
import { type SocialPerson, SocialLogIn } from '../../application/social-log-in.ts';
import { perRequest } from '../per-request-strategy.ts';
import { placeOf } from '../../../../platform/http/security/caller.ts';
import type { Query, SocialAttempt } from './flow.ts';
import { FlowCookie } from './flow-cookie.ts';
import { SocialStrategies } from './social-strategies.ts';

/** Why a login failed, for `/auth/login?error=…`. */
type Failure = 'refused' | 'failed' | 'expired' | 'unavailable';

/** The redirect of the browser: to the site, home with a token, or back to the login. */
export type SocialOutcome =
  { readonly site: string } | { readonly token: string; readonly username: string } | { readonly failure: Failure };

interface Attempt extends SocialAttempt {
  /** Result of Passport: null if the person or the site refused. */
  user?: SocialPerson | null;
  /** The response as passed to Passport, which uses only these methods to redirect. */
  readonly response: { setHeader(name: string, value: string): void; end(): void };
  readonly redirected: Promise<string>;
}

type SocialRequest = FastifyRequest & { attempt?: Attempt; outcome?: SocialOutcome };
const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<SocialRequest>();

/** `SocialOutcome`, behind one of the guards below. */
export const Outcome = createParamDecorator((_data: unknown, context: ExecutionContext) => requestOf(context).outcome);

/** Always passes, with an outcome: the controller redirects the browser in each case. */
abstract class SocialAuthGuard extends AuthGuard() {
  private readonly logger = new Logger('social-login');

  protected constructor(
    private readonly provider: Provider,
    private readonly strategy: Strategy | null,
    private readonly cookie: FlowCookie,
    private readonly socialLogIn: SocialLogIn,
  ) {
    super(strategy ? perRequest(strategy) : { defaultStrategy: 'off' });
  }

  /** Whether a request has the site's answer. */
  protected abstract isAnswer(query: Query): boolean;
  /** Timeout of all calls to the site together, in milliseconds. */
  protected abstract readonly timeoutMs: number;

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    try {
      request.outcome = await this.outcomeOf(context, request);
    } catch (error) {
      // The message may quote the site, but does not contain the code of the URL.
      const cause = error instanceof Error ? error.message : String(error);
      this.logger.warn({ message: 'A login by another site failed.', provider: this.provider, cause });
      request.outcome = { failure: 'failed' };
    }
    return true;
  }

  override getRequest(context: ExecutionContext): Attempt | undefined {
    return requestOf(context).attempt;
  }

  getResponse(context: ExecutionContext): Attempt['response'] | undefined {
    return requestOf(context).attempt?.response;
  }

  override handleRequest<Person = SocialPerson | null>(error: Error | null | undefined, person: Person | false): Person {
    if (error) throw error;
    return (person || null) as Person;
  }

  private async outcomeOf(context: ExecutionContext, request: SocialRequest): Promise<SocialOutcome> {
    if (this.strategy === null) return { failure: 'unavailable' };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const query = singleValues(request.query);
    const isAnswer = this.isAnswer(query);
    const flow = isAnswer ? await this.cookie.take(this.provider, query.state, request, reply) : this.cookie.begin(this.provider);
    if (flow === null) return { failure: 'expired' };
    const attempt = (request.attempt = attemptOf({ query: isAnswer ? query : {}, flow }));
    const site = await this.authenticate(context, attempt);
    if (site !== null) {
      if (isAnswer) throw new Error('The site answered without a code.');
      this.cookie.set(reply, flow);
      return { site };
    }
    if (!attempt.user) return { failure: 'refused' };
    return this.socialLogIn.run(attempt.user, placeOf(request));
  }

  /** The URL of the site if Passport redirects to it, null if it is done. */
  private async authenticate(context: ExecutionContext, { redirected }: Attempt): Promise<string | null> {
    const done = new AbortController();
    const timeout = wait(this.timeoutMs, undefined, { signal: done.signal }).then(() => {
      throw new Error('The site did not answer in time.');
    });
    try {
      return await Promise.race([redirected, Promise.resolve(super.canActivate(context)).then(() => null), timeout]);
    } finally {
      done.abort();
    }
  }
}

abstract class OAuthGuard extends SocialAuthGuard {
  protected override readonly timeoutMs = 10_000;

  protected override isAnswer(query: Query): boolean {
    return ['code', 'error', 'error_code', 'state'].some((name) => name in query);
  }
}

@Injectable()
export class GoogleAuthGuard extends OAuthGuard {
  constructor({ google }: SocialStrategies, cookie: FlowCookie, socialLogIn: SocialLogIn) {
    super('google', google, cookie, socialLogIn);
  }
}

@Injectable()
export class FacebookAuthGuard extends OAuthGuard {
  constructor({ facebook }: SocialStrategies, cookie: FlowCookie, socialLogIn: SocialLogIn) {
    super('facebook', facebook, cookie, socialLogIn);
  }
}

@Injectable()
export class SteamAuthGuard extends SocialAuthGuard {
  /** The strategy itself waits ten seconds for each of its two calls. */
  protected override readonly timeoutMs = 25_000;

  constructor({ steam }: SocialStrategies, cookie: FlowCookie, socialLogIn: SocialLogIn) {
    super('steam', steam, cookie, socialLogIn);
  }

  protected override isAnswer(query: Query): boolean {
    return Object.keys(query).some((name) => name.startsWith('openid.')) || 'state' in query;
  }
}

function attemptOf(seen: SocialAttempt): Attempt {
  const { promise: redirected, resolve } = Promise.withResolvers<string>();
  let location = '';
  const response = {
    setHeader: (name: string, value: string) => {
      if (name === 'Location') location = value;
    },
    end: () => resolve(location),
  };
  return { ...seen, response, redirected };
}

function singleValues(query: unknown): Query {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
