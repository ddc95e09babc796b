import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, Throttle } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';

/** Some hundred bytes each. Where more networks call in one window, those that called longest ago are counted anew. */
const MOST_COUNTED = 50_000;
/** A process tells the others of a network's calls each time that they are this part of its allowance. */
export const LOTS = 20;

interface Window {
  /** Here. */
  hits: number;
  /** Of these, those that the others know of. */
  told: number;
  /** By other processes, as far as is known. */
  elsewhere: number;
  endsAt: number;
}

/**
 * Limits of reads, which must not cost a write each: a process counts in its memory, and adds to the row that all share once for each
 * twentieth of the allowance. So a network gets its allowance once; where there are several processes, less than a twentieth more of each. Who
 * calls seldom costs nothing. While the database is away a process counts alone. `RATE_LIMIT_SCALE` multiplies.
 */
@Injectable()
export class ReadThrottle {
  private readonly windows = new LRUCache<string, Window>({ max: MOST_COUNTED });

  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly shared: Throttle,
  ) {}

  /** Counts one hit in `bucket`. Null while there are at most `most` in `windowMs`, otherwise the whole seconds until the window ends. */
  async hit(bucket: string, most: number, windowMs: number): Promise<number | null> {
    const now = this.clock.now().getTime();
    const scaled = Math.max(1, Math.floor(most * this.config.rateLimitScale));
    const known = this.windows.get(bucket);
    const window = known && known.endsAt > now ? known : { hits: 0, told: 0, elsewhere: 0, endsAt: now + windowMs };
    const hits = (window.hits += 1);
    this.windows.set(bucket, window);
    const isOver = () => hits + window.elsewhere > scaled;
    // What is refused is told to nobody: a flood costs no writes.
    if (!isOver() && hits - window.told >= Math.ceil(scaled / LOTS)) await this.tell(bucket, window, windowMs);
    return isOver() ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : null;
  }

  private async tell(bucket: string, window: Window, windowMs: number): Promise<void> {
    const untold = window.hits - window.told;
    const told = (window.told = window.hits);
    const now = this.clock.now().getTime();
    try {
      const { hits, endsInSeconds } = await this.shared.add(bucket, untold, windowMs);
      window.elsewhere = Math.max(window.elsewhere, hits - told);
      window.endsAt = now + endsInSeconds * 1000;
    } catch {
      // The read itself says what is wrong with the database, or is answered without it.
    }
  }
}
