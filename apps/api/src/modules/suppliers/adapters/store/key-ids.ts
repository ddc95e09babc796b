/** How a key is noted whose id another purchase of its supplier has, too: a supplier has one row for each id. */
export function ownKeyId(purchaseId: string, keyId: string): string {
  return `${purchaseId}/${keyId}`;
}

/** The supplier's own id of a key of a purchase. */
export function suppliersKeyId(purchaseId: string, notedId: string): string {
  const before = ownKeyId(purchaseId, '');
  return notedId.startsWith(before) ? notedId.slice(before.length) : notedId;
}
