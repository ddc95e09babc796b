import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StorefrontConfig } from '../config.ts';

/**
 * An answer of the API: its body (`isOld`: from the stale cache, as the API does not answer now), missing (404), or none (down, slow,
 * error).
 */
export type ApiAnswer = { kind: 'found'; body: unknown; isOld?: true } | { kind: 'missing' } | { kind: 'silent' };

export interface ApiRequest {
  path: string;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** How long the answer is fresh, in milliseconds; half a second by default. */
  freshMs?: number;
}

/** What pages read with. */
export interface ApiReads {
  read(request: ApiRequest): Promise<ApiAnswer>;
}

const TIMEOUT_MS = 1500;
/**
 * The API shows a change at once, or within 400 ms if a notification was lost, so it is on every page within a second. However many
 * visitors, the API gets each request twice a second, and mostly answers 304.
 */
const FRESH_MS = 500;
/** How long stale answers are used while the API does not answer. */
const STALE_MS = 3_600_000;
/** An API without answer is not called again for this long: pages must not wait for it one after the other. */
const SILENCE_MS = 3000;
const MOST_CACHED = 1000;
/** Characters of all their texts together. Read, an answer takes about twice as many bytes: texts of a product may have 200,000 each. */
const MOST_CHARACTERS = 48 * 1_048_576;

/** `limited`: the visitor for whom the API was asked has called too often. That says nothing about other visitors. */
type Outcome = ApiAnswer | { kind: 'limited' };

interface CacheEntry {
  answer: Promise<Outcome>;
  freshUntil: number;
  /** The last answer of the API. */
  last: (LastAnswer & { until: number }) | null;
}

interface LastAnswer {
  readonly answer: ApiAnswer;
  readonly etag: string | null;
  /** Hash of the body, for calls without ETag. */
  readonly hash?: string;
  /** Characters of the body. */
  readonly length?: number;
}

/** Reads from the API for pages: with a short cache (LRU), one concurrent request per key, and never an error. */
export class ApiReader {
  readonly #origin: string;
  readonly #secret: string;
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: MOST_CACHED,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ last }, key) => key.length + (last?.length ?? 0),
  });
  readonly #now: () => number;

  constructor(
    { apiInternalOrigin, storefrontSecret }: Pick<StorefrontConfig, 'apiInternalOrigin' | 'storefrontSecret'>,
    now: () => number = () => performance.now(),
  ) {
    this.#origin = apiInternalOrigin;
    this.#secret = storefrontSecret;
    this.#now = now;
  }

  /** For this server itself. */
  read(request: ApiRequest): Promise<ApiAnswer> {
    return this.#read(request, null);
  }

  /** Reads with the same cache; the API's limits count what it is asked as calls of this address. */
  forVisitor(address: string): ApiReads {
    return { read: (request) => this.#read(request, address) };
  }

  async #read(request: ApiRequest, visitor: string | null): Promise<ApiAnswer> {
    const key = JSON.stringify(request);
    const entry = this.#entries.get(key);
    if (entry && entry.freshUntil > this.#now()) {
      const answer = await entry.answer;
      return answer.kind === 'limited' ? this.#read(request, visitor) : answer;
    }
    const renewed = this.#renewed(request, entry?.last ?? null, visitor);
    this.#entries.set(key, renewed);
    const answer = await renewed.answer;
    this.#measure(key, renewed);
    return answer.kind === 'limited' ? { kind: 'silent' } : answer;
  }

  /** The answer of an entry has come. */
  #measure(key: string, entry: CacheEntry): void {
    if (this.#entries.peek(key) !== entry) return;
    // The cache asks for the size of what is new in it alone.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #renewed(request: ApiRequest, last: CacheEntry['last'], visitor: string | null): CacheEntry {
    const freshUntil = this.#now() + (request.freshMs ?? FRESH_MS);
    const entry: CacheEntry = { answer: Promise.resolve({ kind: 'silent' }), freshUntil, last };
    entry.answer = this.#ask(request, last, visitor).then((now) => {
      if (now === 'limited') {
        entry.freshUntil = Number.NEGATIVE_INFINITY;
        return { kind: 'limited' };
      }
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

  /** An unchanged answer is the same object, so that pages rendered from it stay valid. */
  async #ask({ path, body }: ApiRequest, last: LastAnswer | null, visitor: string | null): Promise<LastAnswer | 'limited'> {
    // `..` in an address would ask for something else.
    const url = new URL(this.#origin + path);
    if (url.pathname !== path.split('?', 1)[0]) return { answer: { kind: 'missing' }, etag: null };
    try {
      const response = await fetch(url, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // It would be given the secret, too.
        redirect: 'error',
        headers: {
          ...(last?.etag && { 'If-None-Match': last.etag }),
          ...(visitor !== null && { 'X-Visitor-Address': visitor, 'X-Storefront-Secret': this.#secret }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (response.status === 429) return 'limited';
      if (response.status === 304 && last) return last;
      const etag = response.headers.get('etag');
      if (response.status === 404) return { answer: { kind: 'missing' }, etag: null };
      if (!response.ok) return { answer: { kind: 'silent' }, etag: null };
      const text = await response.text();
      const hash = createHash('sha256').update(text).digest('base64');
      return hash === last?.hash ? last : { answer: { kind: 'found', body: JSON.parse(text) as unknown }, etag, hash, length: text.length };
    } catch {
      return { answer: { kind: 'silent' }, etag: null };
    }
  }
}
