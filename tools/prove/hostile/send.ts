import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { RawRequest } from './fuzz.ts';

const LONGEST_MS = 30_000;
const LONGEST_HEAD = 8192;

/** The status of the answer with what a fault needs to be found again; 0: the connection was cut, -1: nothing came within the longest time. */
export interface Sent {
  readonly status: number;
  readonly canBeRepeated: boolean;
  readonly what: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

export function send(origin: string, { method, path, headers, body }: RawRequest): Promise<Sent> {
  const what = `${method} ${path.slice(0, 200)} ${body.slice(0, 300)}`;
  return new Promise((resolve) => {
    const cut = (error: Error) => resolve({ status: error.name === 'AbortError' ? -1 : 0, canBeRepeated: false, what });
    const { hostname, port } = new URL(origin);
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...length },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    sent.on('error', cut);
    sent.on('response', (answer) => {
      answer.resume().on('error', cut);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, canBeRepeated: answer.headers['retry-after'] !== undefined, what }));
    });
    sent.end(body);
  });
}

/** What came on a connection of our own. */
export interface Heard {
  /** The head of an answer, or an empty text. */
  readonly head: string;
  /** Whether the connection was still open when for the longest time nothing had come. */
  readonly isLate: boolean;
  /** Whether the other side ended it. */
  readonly isEnded: boolean;
}

/** A connection of our own: text as it is, and then whatever `go` does with it. It is heard to its end, or for `longestMs` without a byte. */
export function talk(origin: string, head: string, go: (socket: Socket) => void = () => undefined, longestMs = LONGEST_MS): Promise<Heard> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let heard = '';
    let isLate = false;
    let isEnded = false;
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      go(socket);
    });
    socket.setTimeout(longestMs, () => {
      isLate = true;
      socket.destroy();
    });
    socket.on('data', (part) => (heard = (heard + part.toString('latin1')).slice(0, LONGEST_HEAD)));
    // What the other side sends where it has not read all.
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (isEnded = code === 'ECONNRESET' || code === 'EPIPE'));
    socket.on('end', () => (isEnded = true));
    socket.on('close', () => resolve({ head: heard.split('\r\n\r\n')[0] ?? '', isLate, isEnded }));
  });
}
