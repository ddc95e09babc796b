import { editsBetween } from './edits-between.ts';

/** Message for an unknown field or parameter `name`, with the one of `known` that was probably meant. */
export function unknownName(kind: 'field' | 'parameter', name: string, known: readonly string[]): string {
  const message = `There is no ${kind} "${name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name}" here.`;
  const nearest = nearestName(name, known);
  if (nearest !== null) return `${message} Did you mean "${nearest}"?`;
  return known.length === 0 ? `${message} This call takes no ${kind}s.` : `${message} This call takes: ${known.join(', ')}.`;
}

/** The one of `known` that differs least from `name`, ignoring case; null if each differs in more than half. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const typed = plain(name.slice(0, 60));
  const found = known
    .map((one) => {
      const right = plain(one);
      // A name with a word left out or added (`subject`, `orderNumber`) is nearer than its distance says.
      const isPart = typed.length >= 3 && right.length >= 3 && (right.includes(typed) || typed.includes(right));
      const edits = editsBetween(typed, right);
      return { one, edits, isNear: isPart || edits <= Math.floor(Math.max(typed.length, right.length) / 2) };
    })
    .filter(({ isNear }) => isNear)
    .toSorted((a, b) => a.edits - b.edits);
  return found[0]?.one ?? null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
