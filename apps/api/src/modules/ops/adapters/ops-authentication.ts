import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocsGate } from '../../../platform/http/docs/docs-gate.ts';
import { networkBuckets, TooManyRequests } from '../../../platform/limits/limited.ts';
import { NetworkCounts } from '../../../platform/limits/network-counts.ts';
import { limits } from '../../../platform/limits/limits.ts';
import { Throttle } from '../../../shared/ports.ts';
import { AuthenticateOperator } from '../application/authenticate-operator.ts';
import { NoteRefusal } from '../application/refusals.ts';
import { KnownKeyRefused, type OpsKey, OpsKeyNotSent, OpsKeyUnknown } from '../domain/ops-key.ts';
import { placeOf } from '../../../platform/http/security/caller.ts';

const { windowMs, perNetwork, perCaller } = limits.ops;

/**
 * Authenticates ops keys with rate limits: each key has its own, and unknown keys are counted by network. A valid key is never refused
 * because of its network, so that nobody can lock staff out.
 */
@Injectable()
export class OpsAuthentication extends DocsGate {
  constructor(
    private readonly authenticate: AuthenticateOperator,
    private readonly noteRefusal: NoteRefusal,
    private readonly throttle: Throttle,
    private readonly counts: NetworkCounts,
  ) {
    super();
  }

  /** @throws OpsKeyNotSent, OpsKeyUnknown, OpsKeyExpired, OpsKeyRevoked, OpsKeyElsewhere, TooManyRequests */
  override async admit(text: string | null, request: FastifyRequest): Promise<OpsKey> {
    if (text === null) throw new OpsKeyNotSent();
    const key = await this.authenticate.run(text, request.ip).catch(async (error: unknown) => {
      if (error instanceof KnownKeyRefused) await this.noteRefusal.run(error.reason, error.keyId, placeOf(request));
      throw error;
    });
    const counted = key === null ? networkBuckets('ops', request.ip, perNetwork) : ([[`ops key ${key.id}`, perCaller]] as const);
    const seconds = await this.counts.hit(this.throttle, counted, windowMs);
    if (seconds !== null) throw new TooManyRequests(seconds);
    if (key === null) {
      await this.noteRefusal.run('unknown', null, placeOf(request));
      throw new OpsKeyUnknown();
    }
    return key;
  }
}
