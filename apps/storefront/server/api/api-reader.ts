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
const MOST_KEPT = 1000;

interface Kept {
  answer: Promise<ApiAnswer>;
  freshUntil: number;
  /** The last thing that the API did say. */
  said: (Said & { until: number }) | null;
}

interface Said {
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
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  readonly #now: () => number;

  constructor(origin: string, now: () => number = () => performance.now()) {
    this.#origin = origin;
    this.#now = now;
  }

  read(request: ApiRequest): Promise<ApiAnswer> {
    const key = JSON.stringify(request);
    const kept = this.#kept.get(key);
    const current = kept && kept.freshUntil > this.#now() ? kept : this.#renewed(request, kept?.said ?? null);
    this.#kept.set(key, current);
    return current.answer;
  }

  #renewed(request: ApiRequest, said: Kept['said']): Kept {
    const freshUntil = this.#now() + (request.freshMs ?? FRESH_MS);
    const kept: Kept = { answer: Promise.resolve({ kind: 'silent' }), freshUntil, said };
    kept.answer = this.#ask(request, said).then((now) => {
      const { answer } = now;
      if (answer.kind !== 'silent') {
        kept.said = { ...now, until: this.#now() + STALE_MS };
        return answer;
      }
      kept.freshUntil = this.#now() + SILENCE_MS;
      if (!said || said.until <= this.#now()) return answer;
      return said.answer.kind === 'found' ? { ...said.answer, isOld: true } : said.answer;
    });
    return kept;
  }

  /** An answer that is still the same is the very same object: what was made from it stays good. */
  async #ask({ path, body }: ApiRequest, said: Said | null): Promise<Said> {
    try {
      const response = await fetch(this.#origin + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(said?.etag && { headers: { 'If-None-Match': said.etag } }),
        ...(body !== undefined && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (response.status === 304 && said) return said;
      const etag = response.headers.get('etag');
      if (response.status === 404) return { answer: { kind: 'missing' }, etag: null };
      if (!response.ok) return { answer: { kind: 'silent' }, etag: null };
      const text = await response.text();
      const hash = createHash('sha256').update(text).digest('base64');
      return hash === said?.hash ? said : { answer: { kind: 'found', body: JSON.parse(text) as unknown }, etag, hash };
    } catch {
      return { answer: { kind: 'silent' }, etag: null };
    }
  }
}
