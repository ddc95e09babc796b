import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ApiTooManyRequestsResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { TooManyTries } from '../../shared/domain-error.ts';
import { mailboxOf } from '../../shared/mailbox.ts';
import { Throttle } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { networkOf, widerNetworksOf } from '../http/security/browser-id.ts';
import { visitorAddress } from '../http/security/visitor-address.ts';
import { Problem } from '../http/responses/problem.dto.ts';
import { Callers } from './callers.ts';
import { type Limit, type LimitName, limits, WIDER_NETWORKS } from './limits.ts';
import { type Bucket, NetworkCounts } from './network-counts.ts';
import { ReadThrottle } from './read-throttle.ts';

/** Metadata key of a handler's limit: a test finds every limited call by it. */
export const LIMIT = 'keyturn:limit';

export class TooManyRequests extends TooManyTries {
  constructor(retryAfterSeconds: number, { hasSuccesField = false } = {}) {
    super('Too many attempts. Please wait a few minutes and try again.', retryAfterSeconds, hasSuccesField ? { succes: false } : {});
  }
}

/** Counts each call before its body is parsed; over the limit it answers 429 with `Retry-After`. */
@Injectable()
export class LimitGuard implements CanActivate {
  constructor(
    private readonly throttle: Throttle,
    private readonly readThrottle: ReadThrottle,
    private readonly counts: NetworkCounts,
    private readonly config: Config,
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<LimitName>(LIMIT, context.getHandler());
    const limit: Limit = limits[name];
    const throttle = limit.isRead ? this.readThrottle : this.throttle;
    for await (const buckets of this.bucketsOf(name, limit, context)) {
      const seconds = await this.counts.hit(throttle, buckets, limit.windowMs);
      if (seconds !== null) throw new TooManyRequests(seconds, limit);
    }
    return true;
  }

  /**
   * The network's own limit first: refused calls of one network count for nobody else, so that it cannot lock others out of their account.
   */
  private async *bucketsOf(name: string, limit: Limit, call: ExecutionContext): AsyncGenerator<readonly Bucket[]> {
    const request = call.switchToHttp().getRequest<FastifyRequest>();
    const address = visitorAddress(request, this.config.storefrontSecret);
    yield networkBuckets(name, address, limit.perNetwork);
    const email = emailIn(request.body);
    if (email !== null && limit.perEmailAndNetwork) yield networkBuckets(`${name} email ${email}`, address, limit.perEmailAndNetwork);
    if (!limit.perCaller) return;
    // The account, not the token: each login gives another one. Calls without a valid token are counted by network.
    const account = await this.modules.get(Callers, { strict: false }).accountOf(call);
    if (account !== null) yield [[`${name} account ${account}`, limit.perCaller]];
  }
}

/** What a call from `address` counts in, with the allowance of each: the narrowest first, so that what it refuses does not count for others. */
export function networkBuckets(name: string, address: string, perNetwork: number): readonly Bucket[] {
  const wider = widerNetworksOf(address);
  return [
    [`${name} network ${networkOf(address)}`, perNetwork],
    ...(wider === null
      ? []
      : (['in56', 'in48'] as const).map((width): Bucket => [`${name} network ${wider[width]}`, perNetwork * WIDER_NETWORKS[width]])),
  ];
}

/** `@Limited('signup')` on a controller's method: see `limits.ts` for the numbers. */
export function Limited(name: LimitName) {
  return applyDecorators(
    SetMetadata(LIMIT, name),
    UseGuards(LimitGuard),
    ApiTooManyRequestsResponse({ type: Problem, description: 'Too many attempts; `Retry-After` has the seconds' }),
  );
}

/** Guards run before validation: the body may hold anything here. */
function emailIn(body: unknown): string | null {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? mailboxOf(email) : null;
}
