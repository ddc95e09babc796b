import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { FetchFailed, FetchRefused } from './fetch-errors.ts';
import { fetchTarget, hostOf, NOT_PUBLIC } from './fetch-target.ts';
import { isPublicAddress } from './public-address.ts';
import { readBody } from './read-body.ts';

interface FetchLimits {
  /** Of all redirects together, in milliseconds. */
  readonly totalMs: number;
  /** Until a connection stands, and until the headers of an answer have come; in milliseconds. */
  readonly answerMs: number;
  readonly mostBytes: number;
  readonly mostRedirects: number;
}

export interface FetchOptions {
  /** Hosts, in lower case, that may have any port and any number. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly limits: FetchLimits;
  /** Types that servers are asked for. They may answer with others. */
  readonly accept: string;
  /** Numbers of a name; the system's resolver where it is left out. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

/**
 * Fetches files at addresses that others chose, such as those of a supplier's feed, without letting them reach what only this computer
 * reaches. A name is resolved once; all of its numbers must be public, and the connection goes to one of these. Each redirect is checked as
 * the first address. No proxy of the environment is used.
 */
export class PublicFetch {
  constructor(private readonly options: FetchOptions) {}

  /** The content of an answer with status 200. @throws FetchRefused, FetchFailed; the reason of `stop` where that ends it */
  async content(address: string, stop: AbortSignal): Promise<Buffer> {
    const { limits } = this.options;
    const deadline = AbortSignal.timeout(limits.totalMs);
    const signal = AbortSignal.any([stop, deadline]);
    try {
      let target = fetchTarget(address, this.options.allowedHosts);
      for (let redirects = 0; redirects <= limits.mostRedirects; redirects += 1) {
        const answer = await this.ask(target, signal);
        if (Buffer.isBuffer(answer)) return answer;
        target = fetchTarget(answer.href, this.options.allowedHosts);
      }
      throw new FetchRefused(`There are more than ${limits.mostRedirects} redirects.`);
    } catch (error) {
      if (error instanceof FetchRefused || error instanceof FetchFailed) throw error;
      stop.throwIfAborted();
      throw new FetchFailed(deadline.aborted ? 'The server took too long.' : `The server could not be asked (${codeOf(error)}).`);
    }
  }

  /** The content, or where the answer redirects to. */
  private async ask(target: URL, signal: AbortSignal): Promise<Buffer | URL> {
    const { limits, accept } = this.options;
    const { answerMs, mostBytes } = limits;
    const numbers = await this.numbersOf(target, signal);
    const agent = new Agent({
      connect: { lookup: answering(numbers), timeout: answerMs },
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
    });
    try {
      const answer = await request(target, { dispatcher: agent, signal, headers: { accept, 'user-agent': 'Keyturn' } });
      return await contentOf(answer, target, mostBytes);
    } finally {
      await agent.destroy();
    }
  }

  private async numbersOf(target: URL, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const host = hostOf(target);
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const resolve = this.options.resolve ?? ((name) => lookup(name, { all: true }));
    const numbers = await unless(signal, resolve(host));
    const isAllowed = this.options.allowedHosts.has(host);
    if (!isAllowed && !numbers.every(({ address }) => isPublicAddress(address))) throw new FetchRefused(NOT_PUBLIC);
    return numbers;
  }
}

/** Gives a connection the numbers that were checked, whatever the name resolves to by now. */
function answering(numbers: readonly LookupAddress[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = numbers;
    if (first === undefined) answer(new Error('No number'), '');
    else if (all) answer(null, [...numbers]);
    else answer(null, first.address, first.family);
  };
}

async function contentOf(answer: Dispatcher.ResponseData, target: URL, mostBytes: number): Promise<Buffer | URL> {
  const { statusCode, headers, body } = answer;
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
    if (!URL.canParse(location, target.href)) throw new FetchRefused('The server redirects to an address that cannot be read.');
    return new URL(location, target);
  }
  if (statusCode !== 200) throw new FetchFailed(`The server answered ${statusCode}.`);
  const tooLarge = () => new FetchRefused(`The file has more than ${Math.floor(mostBytes / 1_048_576)} MB.`);
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const content = await readBody(body as AsyncIterable<Buffer>, mostBytes);
  if (content === null) throw tooLarge();
  return content;
}

/** The result, unless the signal comes first: the system's resolver cannot be stopped. */
async function unless<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'no connection';
}
