import { SupplierAway } from '../../domain/supplier-errors.ts';

/** The page that was read last: how many there were with it, its token, and that of an earlier one. */
interface PageBefore {
  readonly pages: number;
  readonly token: string;
  readonly earlier: string;
}

/** As `nextCursor` wrote it; one that was stored before has the token alone. */
export function pageBefore(cursor: string | null): PageBefore {
  const [, pages = '0', earlier = '', token = encodeURIComponent(cursor ?? '')] = /^(\d+) (\S*) (\S+)$/.exec(cursor ?? '') ?? [];
  return { pages: Number(pages), token: decodeURIComponent(token), earlier: decodeURIComponent(earlier) };
}

/**
 * Null at the end. A token that leads to itself is one. Tokens that go in a longer circle never end: one token is kept to compare all later
 * ones with, and is replaced by the present one at pages 1, 2, 4, 8 and so on (Brent's algorithm), which finds a circle of any length.
 */
export function nextCursor({ pages, token, earlier }: PageBefore, next: string | null | undefined): string | null {
  if (!next || next === token) return null;
  if (next === earlier) throw new SupplierAway('Its list of products does not go on.');
  const read = pages + 1;
  const isPower = (read & (read - 1)) === 0;
  return [read, ...[isPower ? next : earlier, next].map(encodeURIComponent)].join(' ');
}
