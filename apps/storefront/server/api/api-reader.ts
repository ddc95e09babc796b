import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What the API said: its body (`isOld`: some time ago, it is silent now), that it does not have the thing, or nothing (down, slow, broken). */
export type ApiAnswer = { kind: 'found'; body: unknown; isOld?: true } | { kind: 'missing' } | { kind: 'silent' };

export interface ApiRequest {
  path: string;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** How long the answer is as good as new, in milliseconds; half a second if it is not said. */
  freshMs?: number;
}

const TIMEOUT_MS = 1500;
/**
 * A change shows in the API at once, and where its notification was lost within 400 ms: so it is on every page within a second.
 * However many visit, the API is asked for one thing twice a second, and mostly answers 304.
 */
const FRESH_MS = 500;
/** What the API said last stands in for its silence this long. */
const STALE_MS = 3_600_000;
/** A silent API is not asked again for this long: pages must not wait for it one after the other. */
const SILENCE_MS = 3000;
const MOST_CACHED = 1000;

interface CacheEntry {
  answer: Promise<ApiAnswer>;
  freshUntil: number;
  /** The last thing that the API did say. */
  last: (LastAnswer & { until: number }) | null;
}

interface LastAnswer {
  readonly answer: ApiAnswer;
  readonly etag: string | null;
  /** Of its text: not every call has an ETag that tells whether it is still the same. */
  readonly hash?: string;
}

/**
 * Reads from the API for the heads of pages: with a short memory, one request at a time for one thing, and never an error.
 * What was asked for longest ago is forgotten first.
 */
export class ApiReader {
  readonly #origin: string;
  readonly #kept = new LRUCache<string, CacheEntry>({ max: MOST_CACHED });
  readonly #now: () => number;

  constructor(origin: string, now: () => number = () => performance.now()) {
    this.#origin = origin;
    this.#now = now;
  }

  read(request: ApiRequest): Promise<ApiAnswer> {
    const key = JSON.stringify(request);
    const entry = this.#kept.get(key);
    const current = entry && entry.freshUntil > this.#now() ? entry : this.#renewed(request, entry?.last ?? null);
    this.#kept.set(key, current);
    return current.answer;
  }

  #renewed(request: ApiRequest, last: CacheEntry['last']): CacheEntry {
    const freshUntil = this.#now() + (request.freshMs ?? FRESH_MS);
    const entry: CacheEntry = { answer: Promise.resolve({ kind: 'silent' }), freshUntil, last };
    entry.answer = this.#ask(request, last).then((now) => {
      const { answer } = now;
      if (answer.kind !== 'silent') {
        entry.last = { ...now, until: this.#now() + STALE_MS };
        return answer;
      }
      entry.freshUntil = this.#now() + SILENCE_MS;
      if (!last || last.until <= this.#now()) return answer;
      return last.answer.kind === 'found' ? { ...last.answer, isOld: true } : last.answer;
    });
    return entry;
  }

  /** An answer that is still the same is the very same object: what was made from it stays good. */
  async #ask({ path, body }: ApiRequest, last: LastAnswer | null): Promise<LastAnswer> {
    try {
      const response = await fetch(this.#origin + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(last?.etag && { headers: { 'If-None-Match': last.etag } }),
        ...(body !== undefined && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (response.status === 304 && last) return last;
      const etag = response.headers.get('etag');
      if (response.status === 404) return { answer: { kind: 'missing' }, etag: null };
      if (!response.ok) return { answer: { kind: 'silent' }, etag: null };
      const text = await response.text();
      const hash = createHash('sha256').update(text).digest('base64');
      return hash === last?.hash ? last : { answer: { kind: 'found', body: JSON.parse(text) as unknown }, etag, hash };
    } catch {
      return { answer: { kind: 'silent' }, etag: null };
    }
  }
}
