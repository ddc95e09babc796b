import type { Attack } from './attacks.ts';
import type { Heard, Sent } from './send.ts';

/** An overloaded shop refuses more: nothing can be compared with that. */
const MOST_REFUSED = 0.01;
/** Of some sixty connections one in a hundred would be none. */
const FEW_REFUSED = 2;
/**
 * Where requests queue up, though none is refused yet, visitors wait longer: neither can this be compared with. Beside the largest bodies that the
 * shop takes they have waited for 190 ms on a computer that did nothing else.
 */
const SERVED_WITHIN_MS = 400;
/**
 * What chance does to the slowest visit in a hundred where a load is answered in a few milliseconds: shop and attackers have two cores, and a
 * collection of garbage or a turn of another process takes some tens of milliseconds. Less than this is no more than chance.
 */
const NOISE_MS = 60;
const SHOWN = 10;

/** What visitors met: `p99` in milliseconds. */
interface Waits {
  readonly p99: number;
  readonly shareRefused: number;
}

/** How visitors beside hostile requests were held up more than beside the same load of well-formed ones; a load that was not served compares with nothing. */
export function excessIn(beside: Waits, compared: Waits): string[] {
  if (compared.shareRefused >= MOST_REFUSED || compared.p99 > SERVED_WITHIN_MS) return [`baseline not served: ${told(compared)}`];
  const longest = Math.max(NOISE_MS, 2 * compared.p99);
  return beside.p99 <= longest && beside.shareRefused < MOST_REFUSED ? [] : [`${told(beside)}, ${longest.toFixed(0)} ms allowed`];
}

export const told = ({ p99, shareRefused }: Waits) => `p99 of visitors ${p99.toFixed(0)} ms, ${(100 * shareRefused).toFixed(1)} % refused`;

/**
 * What is wrong with the answers to a load; at most ten sentences. No client may get an error of the server, or neither an answer nor an end:
 * attacks that leave a connection open end it themselves. Well-formed requests are served but for one in a hundred.
 */
export function wrongIn(kind: keyof Attack, heard: readonly Pick<Heard, 'head' | 'isLate'>[]): string[] {
  const isRight = kind === 'hostile' ? (head: string) => !isError(head) : isServed;
  const wrong = heard.flatMap(({ head, isLate }) => {
    if (isLate) return [`neither more nor an end after: ${head}`];
    return isRight(head) || isRefusal(head) ? [] : [`wrong answer: ${head}`];
  });
  const served = heard.filter(({ head }) => isServed(head)).length;
  if (kind === 'wellFormed' && heard.length - served > Math.max(FEW_REFUSED, MOST_REFUSED * heard.length))
    wrong.unshift(`baseline not served: only ${served} of ${heard.length}`);
  return wrong.slice(0, SHOWN);
}

/** How many an overloaded shop told to come back later. */
export const refusedIn = (heard: readonly Pick<Heard, 'head'>[]): number => heard.filter(({ head }) => isRefusal(head)).length;

const isServed = (head: string) => /^HTTP\S+ 2/.test(head);
const isError = (head: string) => /^HTTP\S+ 5/.test(head);
const isRefusal = (head: string) => /^HTTP\S+ 503[^]+^retry-after:/im.test(head);

/**
 * What is wrong with the answers to fuzzed requests. An answer is due to each: Node's client sends them, so that they are HTTP whatever their
 * values are. What is no HTTP, to which an end is an answer, is among the attacks.
 */
export const faultsIn = (sent: readonly Sent[]): string[] =>
  sent
    .filter(({ status, canBeRepeated }) => status <= 0 || (status >= 500 && !(status === 503 && canBeRepeated)))
    .map(({ status, what }) => `${status} ${what}`);
