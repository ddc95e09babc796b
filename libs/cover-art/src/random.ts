import { createHash } from 'node:crypto';

/** Seeded random numbers: the same text gives the same row for ever, so that a picture can be drawn again byte for byte. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  range(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return Math.floor(this.range(from, to + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }
}
