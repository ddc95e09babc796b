/** What the API said: its body, that it does not have the thing, or nothing (down, slow, broken). */
export type ApiAnswer = { kind: 'found'; body: unknown } | { kind: 'missing' } | { kind: 'silent' };

export interface ApiRequest {
  path: string;
  /** Sent as JSON by POST. */
  body?: unknown;
}

const TIMEOUT_MS = 1500;
const FRESH_MS = 30_000;
/** A silent API is not asked again for this long: pages must not wait for it one after the other. */
const SILENCE_MS = 3000;
const MOST_KEPT = 1000;

/** Reads from the API for the heads of pages: with a short memory, one request at a time for one thing, and never an error. */
export class ApiReader {
  readonly #origin: string;
  readonly #kept = new Map<string, { answer: Promise<ApiAnswer>; until: number }>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  read(request: ApiRequest): Promise<ApiAnswer> {
    const key = JSON.stringify(request);
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.answer;

    const entry = { answer: this.#ask(request), until: performance.now() + FRESH_MS };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    void entry.answer.then(({ kind }) => {
      if (kind === 'silent') entry.until = performance.now() + SILENCE_MS;
    });
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST_KEPT && !oldest.done) this.#kept.delete(oldest.value);
    return entry.answer;
  }

  async #ask({ path, body }: ApiRequest): Promise<ApiAnswer> {
    try {
      const response = await fetch(this.#origin + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body !== undefined && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (response.status === 404) return { kind: 'missing' };
      return response.ok ? { kind: 'found', body: await response.json() } : { kind: 'silent' };
    } catch {
      return { kind: 'silent' };
    }
  }
}
