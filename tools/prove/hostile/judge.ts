import type { Heard } from './send.ts';

/** What no client may get: an error of the server, or neither an answer nor an end. (Attacks that leave a connection open end it themselves.) */
export const wrongIn = (heard: readonly Heard[]): string[] =>
  heard.flatMap(({ head, isLate }) => {
    if (isLate) return [`neither more nor an end after: ${head}`];
    return isError(head) && !isRefusal(head) ? [head] : [];
  });

const isError = (head: string) => /^HTTP\S+ 5/.test(head);
const isRefusal = (head: string) => /^HTTP\S+ 503[^]+^retry-after:/im.test(head);
