import { expect, test } from '@jest/globals';
import type { KeyStock } from '../application/ports.ts';
import type { KeyReturns } from '../application/returns/key-returns.ts';

/**
 * What every KeyReturns must do with a key that is replaced, or goes back and comes again. `make` gives an empty stock, its returns, a product,
 * and the id of an order.
 */
export function keyReturnsContract(
  make: () => Promise<{
    stock: KeyStock;
    returns: KeyReturns;
    product: string;
    orderId: string;
    inTransaction<T>(work: () => Promise<T>): Promise<T>;
  }>,
): void {
  const piece = { line: 0, slot: 0 };

  /** An order that was given the first, or the first few, of these keys. */
  async function delivered(count: number, quantity = 1) {
    const { stock, returns, product, orderId, inTransaction } = await make();
    const keys = Array.from({ length: count }, (_, index) => ({
      productId: product,
      secret: { kind: 'text', key: `KEY-${index}` } as const,
    }));
    await inTransaction(() => stock.add(keys, { actor: 'test' }));
    await inTransaction(() => stock.allocate(orderId, [{ line: 0, productId: product, quantity }]));
    const pieces = Array.from({ length: quantity }, (_, slot) => ({ line: 0, slot, productId: product }));
    return {
      pieces,
      takeBack: (as: 'available' | 'burnt') => inTransaction(() => returns.takeBack(orderId, pieces, as)),
      giveBack: (to: typeof pieces, keyIds: readonly string[]) => inTransaction(() => returns.giveBack(orderId, to, keyIds)),
      revealed: async () => (await stock.reveal(orderId)).keys.map(({ slot, secret }) => [slot, secret]),
      replace: (given: Parameters<KeyReturns['replace']>[1]) => inTransaction(() => returns.replace(orderId, given)),
      free: async () => (await stock.available([product])).get(product),
    };
  }

  test('a replaced key is burnt, and its piece has another one, which is not on sale any more', async () => {
    const { replace, free } = await delivered(3);
    const first = await replace(piece);
    const second = await replace(piece);
    if (typeof first === 'string' || typeof second === 'string') throw new Error('A key was not replaced.');
    expect(second.burntKeyId).toBe(first.keyId);
    expect(new Set([first.burntKeyId, first.keyId, second.keyId]).size).toBe(3);
    expect(await free()).toBe(0);
  });

  test('a key is replaced only where the piece still has it, and where not nothing changes', async () => {
    const { replace, free } = await delivered(4);
    const first = await replace(piece);
    if (typeof first === 'string') throw new Error('The key was not replaced.');
    expect(await replace({ ...piece, keyId: first.burntKeyId })).toBe('another key');
    expect(await free()).toBe(2);
    expect(await replace({ ...piece, keyId: first.keyId })).toMatchObject({ burntKeyId: first.keyId });
    expect(await free()).toBe(1);
  });

  test('without a free key, and where the order has no such piece, nothing is replaced', async () => {
    const { replace } = await delivered(1);
    expect(await replace(piece)).toBe('out of stock');
    expect(await replace({ line: 0, slot: 1 })).toBe('no such key');
  });

  test('keys that went back are given back to the pieces that are named, and to no others', async () => {
    const { pieces, takeBack, giveBack, revealed, free } = await delivered(3, 2);
    const before = await revealed();
    const keyIds = await takeBack('burnt');
    expect([keyIds.length, await revealed()]).toEqual([2, []]);
    expect(await giveBack(pieces.slice(1), keyIds)).toBe(true);
    expect([await revealed(), await free()]).toEqual([before.slice(1), 1]);
  });

  test('a piece whose key is on sale again gets the oldest free one; where too few are free, it is told', async () => {
    const { pieces, takeBack, giveBack, revealed, free } = await delivered(2, 2);
    const keyIds = await takeBack('available');
    expect(await giveBack(pieces, keyIds)).toBe(true);
    expect([(await revealed()).length, await free()]).toEqual([2, 0]);
    expect(await giveBack([...pieces, { line: 0, slot: 2, productId: pieces[0]?.productId ?? '' }], [])).toBe(false);
  });
}
