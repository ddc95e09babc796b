import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { Failure } from '../shared/failure.ts';
import { median } from './measure.ts';

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/**
 * Connections without pause, or `perSecond` requests in total, each starting at another position of the list. Any answer but 2xx is a
 * failure of the bench.
 */
export async function load(
  origin: string,
  paths: readonly string[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  let client = 0;
  const before = new URL(origin).pathname.replace(/\/$/, '');
  const requests = paths.map((path) => ({ path: `${before}${path}` }));
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient: (one) => {
      const start = Math.floor((client++ * requests.length) / connections);
      one.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  if (result.errors + result.non2xx > 0) throw new Failure(`${origin} failed ${result.errors} and refused ${result.non2xx} requests.`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

/** Alternately, so that other load on the machine affects all alike; medians of the rounds. An origin may end in a path before the others. */
export async function alternately(
  origins: readonly string[],
  paths: readonly string[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Load[]> {
  const loads: Load[][] = origins.map(() => []);
  for (const origin of origins) await load(origin, paths, { connections: 32, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, origin] of origins.entries()) loads[index]?.push(await load(origin, paths, { connections: 32, seconds }));
  }
  return loads.map((all) => ({ perSecond: median(all.map(({ perSecond }) => perSecond)), p99: median(all.map(({ p99 }) => p99)) }));
}

/** Milliseconds of each request at one connection, in the order of `paths`. */
export async function oneByOne(origin: string, paths: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const path of paths) {
    const start = performance.now();
    await textAt(origin, path, agent);
    times.push(performance.now() - start);
  }
  agent.destroy();
  return times;
}

export function textAt(origin: string, path: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, agent === undefined ? {} : { agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Failure(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    }).on('error', reject);
  });
}

/** The value below which `share` of all lie. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
