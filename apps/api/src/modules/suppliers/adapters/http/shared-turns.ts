import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Throttle } from '../../../../shared/ports.ts';

const SECOND_MS = 1000;

/** Turns that all processes share: so many calls of a name in a second. For a `RateLimiterQueue`, in which those wait that are too many. */
export class SharedTurns extends RateLimiterCompatibleAbstract {
  constructor(
    private readonly throttle: Throttle,
    private readonly name: string,
    readonly points: number,
  ) {
    super();
  }

  override async consume(): Promise<RateLimiterRes> {
    const seconds = await this.throttle.hit(`turns of ${this.name}`, this.points, SECOND_MS, 'account');
    // The queue tells a refusal from a failure by its class.
    return seconds === null ? new RateLimiterRes(0, SECOND_MS) : Promise.reject(new RateLimiterRes(0, seconds * SECOND_MS));
  }
}
