import { Injectable } from '@nestjs/common';
import type { ListWindow } from '../../../shared/list-window.ts';
import type { Place } from '../../../shared/place.ts';
import { Throttle } from '../../../shared/ports.ts';

/**
 * `elsewhere`: outside of the networks of the key. `wrong-code`: of its second factor, or used before. `no-code`: a sensitive call without
 * one, from another network than that of the last code.
 */
export const REFUSAL_REASONS = ['unknown', 'expired', 'revoked', 'elsewhere', 'wrong-code', 'no-code'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const HOUR_MS = 3_600_000;
/** Written in an hour of one key, and of one network without a known key: who repeats it fills no table. */
const MOST_WRITTEN = 30;

export interface Refusal extends Place {
  readonly at: Date;
  readonly reason: RefusalReason;
  /** Null for a key that is not known. */
  readonly key: { readonly id: string; readonly name: string } | null;
}

export interface RefusalFilter {
  /** Name or id of a key. */
  readonly by?: string;
  readonly reason?: RefusalReason;
}

export abstract class Refusals {
  abstract add(refusal: Place & { readonly reason: RefusalReason; readonly keyId: string | null }): Promise<void>;
  /** Newest first. `total` is exact up to the number at which lists stop counting. */
  abstract list(filter: RefusalFilter, window: ListWindow): Promise<{ refusals: Refusal[]; total: number }>;
}

/** The trail of refused ops keys, for owners: they see who tries. */
@Injectable()
export class NoteRefusal {
  constructor(
    private readonly refusals: Refusals,
    private readonly throttle: Throttle,
  ) {}

  async run(reason: RefusalReason, keyId: string | null, place: Place): Promise<void> {
    const bucket = keyId === null ? `refused ops calls ${place.network}` : `refused ops calls of key ${keyId}`;
    if ((await this.throttle.hit(bucket, MOST_WRITTEN, HOUR_MS)) === null) await this.refusals.add({ reason, keyId, ...place });
  }
}
