import type { Attack } from './attacks.ts';
import type { Heard, Sent } from './send.ts';

/** A comparison of which less is served says nothing of what visitors wait beside well-formed requests. */
const LEAST_SERVED = 0.9;
const SHOWN = 10;

/**
 * What is wrong with the answers to a load; at most ten sentences. No client may get an error of the server, or neither an answer nor an end:
 * attacks that leave a connection open end it themselves. Well-formed requests are served but for a few that an overloaded shop refuses.
 */
export function wrongIn(kind: keyof Attack, heard: readonly Heard[]): string[] {
  const isRight = kind === 'hostile' ? (head: string) => !isError(head) : isServed;
  const wrong = heard.flatMap(({ head, isLate }) => {
    if (isLate) return [`neither more nor an end after: ${head}`];
    return isRight(head) || isRefusal(head) ? [] : [`wrong answer: ${head}`];
  });
  const served = heard.filter(({ head }) => isServed(head)).length;
  if (kind === 'wellFormed' && served < LEAST_SERVED * heard.length) wrong.unshift(`only ${served} of ${heard.length} were served`);
  return wrong.slice(0, SHOWN);
}

/** How many an overloaded shop told to come back later. */
export const refusedIn = (heard: readonly Heard[]): number => heard.filter(({ head }) => isRefusal(head)).length;

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
