import type { Settings } from './store/settings.ts';

/** The stand-in's own clock: like Stripe's it is not the shop's, and a control can move it. */
export class SandboxClock {
  private readonly settings: Settings;
  private offset: number;

  constructor(settings: Settings) {
    this.settings = settings;
    this.offset = settings.read('clock-offset-ms', 0);
  }

  /** Milliseconds since the epoch. */
  nowMs(): number {
    return Date.now() + this.offset;
  }

  /** Whole seconds since the epoch, as in all of Stripe's objects. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  offsetMs(): number {
    return this.offset;
  }

  advance(byMs: number): void {
    this.offset = this.settings.write('clock-offset-ms', this.offset + byMs);
  }

  reset(): void {
    this.offset = this.settings.write('clock-offset-ms', 0);
  }
}
