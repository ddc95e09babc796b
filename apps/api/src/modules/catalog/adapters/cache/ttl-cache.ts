import { LRUCache } from 'lru-cache';

/** Cache with time to live `oldestMs` and at most `most` entries; concurrent callers share one fetch. */
export class TtlCache<T> {
  private readonly cache: LRUCache<string, Promise<T>> | null;

  /** @param oldestMs milliseconds from the request; 0 turns the cache off */
  constructor(most: number, oldestMs: number) {
    this.cache = oldestMs === 0 ? null : new LRUCache({ max: most, ttl: oldestMs, ttlResolution: 0 });
  }

  has(key: string): boolean {
    return this.cache?.has(key) ?? false;
  }

  /**
   * `key` identifies the query in full. A failure rejects for all callers and is not cached. Promises are cached: `fetch` of lru-cache
   * counts the age from the answer, and rejects pending calls at `clear`.
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
