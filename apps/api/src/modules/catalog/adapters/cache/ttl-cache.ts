import { LRUCache } from 'lru-cache';

/** What was asked for within the last `oldestMs`, the `most` latest asked; who asks while it is being fetched waits for the same. */
export class TtlCache<T> {
  private readonly cache: LRUCache<string, Promise<T>> | null;

  /** @param oldestMs milliseconds from asking; 0 keeps nothing */
  constructor(most: number, oldestMs: number) {
    this.cache = oldestMs === 0 ? null : new LRUCache({ max: most, ttl: oldestMs, ttlResolution: 0 });
  }

  has(key: string): boolean {
    return this.cache?.has(key) ?? false;
  }

  /**
   * `key` names the question in full. A failure is told to all who wait, and not kept.
   * The promises are what is kept: the cache's own `fetch` counts the age from the answer, and fails those who wait at `clear`.
   */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.cache?.get(key);
    if (known !== undefined) return known;
    const value = ask();
    this.cache?.set(key, value);
    value.catch(() => this.cache?.peek(key) === value && this.cache.delete(key));
    return value;
  }

  clear(): void {
    this.cache?.clear();
  }
}
