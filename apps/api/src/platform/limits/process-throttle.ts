import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';

/** Some hundred bytes each. Where more networks call in one window, those that called longest ago are counted from zero again. */
const MOST_COUNTED = 50_000;

/** Fixed windows in the memory of this process, for reads: `SqlThrottle` would write a row for each. `RATE_LIMIT_SCALE` multiplies. */
@Injectable()
export class ProcessThrottle {
  private readonly windows = new LRUCache<string, { hits: number; readonly endsAt: number }>({ max: MOST_COUNTED });

  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Counts one hit in `bucket`. Null while there are at most `most` in `windowMs`, otherwise the whole seconds until the window ends. */
  hit(bucket: string, most: number, windowMs: number): number | null {
    const now = this.clock.now().getTime();
    const known = this.windows.get(bucket);
    const window = known && known.endsAt > now ? known : { hits: 0, endsAt: now + windowMs };
    window.hits += 1;
    this.windows.set(bucket, window);
    const scaled = Math.max(1, Math.floor(most * this.config.rateLimitScale));
    return window.hits <= scaled ? null : Math.max(1, Math.ceil((window.endsAt - now) / 1000));
  }
}
