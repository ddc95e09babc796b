import { expect, test } from '@jest/globals';
import type { RevealedKeys } from '../application/ports.ts';
import type { MakeStock } from './make-stock.ts';

/** How many keys a KeyStock reveals at once. */
export function revealedKeysContract(make: MakeStock): void {
  test('of an order with large pictures a call gives as many as a process may hold, and the next one those after them', async () => {
    const {
      stock,
      products: [product],
      orders,
      inTransaction,
    } = await make();
    const picture = (sign: string) => ({ kind: 'image', mediaType: 'image/png', base64: sign.repeat(1_000_000) }) as const;
    const lines = (quantity: number) => [{ line: 0, productId: product, quantity }];
    await inTransaction(() =>
      stock.add(
        [...'ABCDEFG'].map((sign) => ({ productId: product, secret: picture(sign) })),
        { actor: 'test' },
      ),
    );
    await inTransaction(() => stock.allocate(orders[0], lines(5)));
    await inTransaction(() => stock.allocate(orders[1], lines(2)));
    const placesOf = ({ keys, hasMore }: RevealedKeys) => [keys.map(({ slot }) => slot), hasMore];
    const together = await Promise.all(orders.toReversed().map((orderId) => stock.reveal(orderId)));
    expect(together.map(placesOf)).toEqual([
      [[0, 1], false],
      [[0, 1, 2], true],
    ]);
    expect(placesOf(await stock.reveal(orders[0], { line: 0, slot: 2 }))).toEqual([[3, 4], false]);
    expect(placesOf(await stock.reveal(orders[0], { line: 0, slot: 4 }))).toEqual([[], false]);
    const each = await Promise.all([0, 1, 2, 3].map(async (slot) => (await stock.reveal(orders[0], { line: 0, slot })).keys));
    expect(new Set([...together.flatMap(({ keys }) => keys), ...each.flat()].map(({ secret }) => JSON.stringify(secret))).size).toBe(7);
  });
}
