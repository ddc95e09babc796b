import { expect, test } from '@jest/globals';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { KeyOffers } from '../application/offers/offered-keys.ts';

/** What all KeyOffers must do. `make` gives three pieces of the first product and one of the second. */
export function keyOffersContract(
  make: () => Promise<{
    offers: KeyOffers;
    clock: FixedClock;
    products: [string, string];
    inTransaction<T>(work: () => Promise<T>): Promise<T>;
  }>,
): void {
  const MINUTE = 60_000;
  async function made() {
    const { offers, clock, products, inTransaction } = await make();
    const [first, second] = products;
    const until = () => new Date(clock.now().getTime() + MINUTE);
    return {
      offers,
      clock,
      until,
      inTransaction,
      products,
      free: async (own: string[] = []) => {
        const available = await offers.available([first, second, 'unknown'], own);
        return [available.get(first) ?? 0, available.get(second) ?? 0, available.get('unknown') ?? 0];
      },
      commit: (orderId: string, ...pieces: number[]) =>
        inTransaction(() =>
          offers.commit(
            orderId,
            pieces.map((quantity, index) => ({ productId: products[index] ?? '', quantity })),
            until(),
          ),
        ),
    };
  }

  test('committed pieces are free for their own order alone', async () => {
    const { offers, commit, free } = await made();
    expect(await free()).toEqual([3, 1, 0]);
    expect((await commit('order-1', 2, 1)).size).toBe(0);
    expect([await free(), await free(['order-1'])]).toEqual([
      [1, 0, 0],
      [3, 1, 0],
    ]);
    expect([await offers.isCommitted('order-1'), await offers.isCommitted('order-2')]).toEqual([true, false]);
  });

  test('what cannot be committed whole is not committed, and says what there is', async () => {
    const { commit, free, products } = await made();
    expect(Object.fromEntries(await commit('order-1', 2, 2))).toEqual({ [products[1]]: 1 });
    expect(await free()).toEqual([3, 1, 0]);
  });

  test('a commitment lapses, unless it is prolonged before', async () => {
    const { offers, commit, free, clock, inTransaction, until } = await made();
    await commit('order-1', 1);
    await commit('order-2', 1);
    clock.advance(MINUTE / 2);
    await inTransaction(() => offers.prolong('order-2', until()));
    clock.advance(MINUTE / 2);
    expect([await free(), await offers.isCommitted('order-1')]).toEqual([[2, 1, 0], false]);
    await inTransaction(() => offers.prolong('order-1', until()));
    expect(await free()).toEqual([2, 1, 0]);
  });

  test('a released order holds nothing', async () => {
    const { offers, commit, free, inTransaction } = await made();
    await commit('order-1', 3, 1);
    await inTransaction(() => offers.release('order-1'));
    expect([await free(), await offers.isCommitted('order-1')]).toEqual([[3, 1, 0], false]);
  });
}
