import { setTimeout } from 'node:timers/promises';

const EVERY_MS = 25;

/** Visitors at a steady rate, whatever the shop does: what each waited in milliseconds, and who got no page. */
export class Visitors {
  readonly waited: number[] = [];
  readonly failures: string[] = [];
  /** How many an overloaded shop told to come back later. */
  private refused = 0;
  private readonly urls: readonly string[];

  constructor(urls: readonly string[]) {
    this.urls = urls;
  }

  /** They come until `work` is done, and each is answered. May be called again: waits add up. */
  async besides<T>(work: Promise<T>): Promise<T> {
    const spell = { isOver: false };
    const coming = this.come(spell);
    try {
      return await work;
    } finally {
      spell.isOver = true;
      await coming;
    }
  }

  /** The wait that 99 of 100 do not exceed, in milliseconds. */
  get p99(): number {
    return this.waited.toSorted((one, other) => one - other)[Math.floor(this.waited.length * 0.99)] ?? 0;
  }

  /** Of all visits. */
  get shareRefused(): number {
    return this.refused / (this.refused + this.waited.length);
  }

  private async come(spell: { readonly isOver: boolean }): Promise<void> {
    const visits: Promise<void>[] = [];
    for (let count = 0; !spell.isOver; count += 1) {
      visits.push(this.visit(this.urls[count % this.urls.length] ?? ''));
      await setTimeout(EVERY_MS);
    }
    await Promise.all(visits);
  }

  private async visit(url: string): Promise<void> {
    const begun = performance.now();
    try {
      const answer = await fetch(url);
      await answer.text();
      // That this came soon says nothing of those who are served.
      if (answer.status === 503 && answer.headers.has('retry-after')) return void (this.refused += 1);
      if (!answer.ok) this.failures.push(`${answer.status} ${url}`);
    } catch (error) {
      this.failures.push(`${String(error)} ${url}`);
    }
    this.waited.push(performance.now() - begun);
  }
}
