import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type Throttle } from '../../shared/ports.ts';

export type Bucket = readonly [bucket: string, most: number];

/** Where more of them are full at a time, those that were full first count a call before they refuse it. */
const MOST_FULL = 10_000;

/**
 * Counts calls by network. Which wider networks are full is remembered: a /48 has 65,536 of /64, and each call from another one wrote a row of
 * that before the /48 refused it.
 */
@Injectable()
export class NetworkCounts {
  private readonly fullUntil = new LRUCache<string, number>({ max: MOST_FULL });

  constructor(private readonly clock: Clock) {}

  /**
   * Counts a call in each of `buckets`, the narrowest network first, until one is full: null, or the whole seconds until that one's window
   * ends. Where a wider one is known to be full, nothing is counted.
   */
  async hit(throttle: Pick<Throttle, 'hit'>, buckets: readonly Bucket[], windowMs: number): Promise<number | null> {
    const now = this.clock.now().getTime();
    const known = Math.max(0, ...buckets.map(([bucket]) => (this.fullUntil.get(bucket) ?? now) - now));
    if (known > 0) return Math.ceil(known / 1000);
    for (const [place, [bucket, most]] of buckets.entries()) {
      const seconds = await throttle.hit(bucket, most, windowMs);
      if (seconds === null) continue;
      if (place > 0) this.fullUntil.set(bucket, now + seconds * 1000);
      return seconds;
    }
    return null;
  }
}
