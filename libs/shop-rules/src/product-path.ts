/** A product as a cart names it: a game by its kinguinId, a software by its own id. */
export interface ProductRef {
  readonly type: 'game' | 'software';
  readonly id: string;
}

/** Slash, backslash and white space become dashes, runs of dashes collapse. */
function slug(name: string): string {
  return encodeURIComponent(
    name
      .toWellFormed()
      .trim()
      .replace(/[/\\\s]+/g, '-')
      .replace(/-{2,}/g, '-'),
  );
}

/** Address of a product's page: a game's ends in its kinguinId, a software's in its own id. */
export function productPath(product: {
  kinguinId?: number | null;
  _id?: string | null;
  name?: string | null;
  productName?: string | null;
}): string {
  return typeof product.kinguinId === 'number'
    ? `/product/${slug(product.name ?? '')}-${product.kinguinId}`
    : `/software/${slug(product.productName ?? product.name ?? '')}-${product._id ?? ''}`;
}

/** What follows the last dash; the words before it may be wrong. */
const idFromSlug = (text: string): string => text.slice(text.lastIndexOf('-') + 1);

/** The own id at the end of a software's address. Null for an empty or malformed one. */
export function ownIdFromSlug(text: string): string | null {
  const id = idFromSlug(text);
  return /^[0-9a-z]{1,40}$/.test(id) ? id : null;
}

/** The kinguinId at the end of a game's address, a positive integer. Null for a malformed one. */
export function kinguinIdFromSlug(text: string): number | null {
  const id = idFromSlug(text);
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : null;
}

/** "Digital Item" when the name contains "Account", otherwise "Digital Key". */
export function itemLabel(name: string): 'Digital Item' | 'Digital Key' {
  return name.includes('Account') ? 'Digital Item' : 'Digital Key';
}
