import type { Elsewhere } from '../ports.ts';

/**
 * What is short once `elsewhere` was asked for what the shop's keys lack. `short` has what is free of each product of which there is less
 * than its `pieces`. Empty: all is taken.
 */
export async function stillShort(
  short: ReadonlyMap<string, number>,
  pieces: ReadonlyMap<string, number>,
  elsewhere?: Elsewhere,
): Promise<ReadonlyMap<string, number>> {
  if (short.size === 0 || elsewhere === undefined) return short;
  const missing = [...short].map(([productId, free]) => ({ productId, quantity: (pieces.get(productId) ?? 0) - free }));
  const lacking = await elsewhere(missing);
  return lacking.size === 0 ? lacking : new Map([...short].map(([id, free]) => [id, free + (lacking.get(id) ?? 0)]));
}
