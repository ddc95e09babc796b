import { type Agent, request } from 'node:http';

/** Status 0: no answer was had, and `body` says why. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds to wait before the next try. */
  readonly retryAfterMs: number;
  /** Whether the answer itself named that time. */
  readonly isTimed: boolean;
  readonly cookies: readonly string[];
  /** Status 0: whether a connection that was kept open ended just as the request was sent. Browsers send it again (RFC 9112, 9.3.1). */
  readonly isStale?: boolean;
}

export interface Asked {
  /** GET, or POST with a body, unless it is named. */
  readonly method?: 'PUT' | 'DELETE';
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** The network address of this computer that it comes from. */
  readonly localAddress?: string;
}

const LONGEST_ANSWER_MS = 60_000;
const USUAL_PAUSE_MS = 250;

/** One request as JSON. Never throws. */
export function ask(url: string, { method, body, headers = {}, agent, localAddress }: Asked = {}): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve) => {
    const unanswered = { status: 0, retryAfterMs: USUAL_PAUSE_MS, isTimed: false, cookies: [] };
    const fail = ({ message, code }: NodeJS.ErrnoException) =>
      resolve({ ...unanswered, body: message, isStale: sent.reusedSocket && code === 'ECONNRESET' });
    const sent = request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      ...(agent && { agent }),
      ...(localAddress !== undefined && { localAddress }),
      headers: { ...(text !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }), ...headers },
    });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (part: string) => (received += part));
      answer.on('error', ({ message }) => resolve({ ...unanswered, body: message }));
      answer.on('end', () => {
        const wait = answer.headers['retry-after'];
        resolve({
          status: answer.statusCode ?? 0,
          body: received,
          retryAfterMs: wait === undefined ? USUAL_PAUSE_MS : Number(wait) * 1000,
          isTimed: wait !== undefined,
          cookies: answer.headers['set-cookie'] ?? [],
        });
      });
    });
    sent.end(text);
  });
}

/** Connections that were cut, and processes that ask to come back: a customer presses the button again. */
export const isPassing = ({ status, isTimed }: Answer) => status === 0 || (status === 503 && isTimed);
