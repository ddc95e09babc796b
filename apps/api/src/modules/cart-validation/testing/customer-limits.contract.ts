import { expect, test } from '@jest/globals';
import type { CustomerLimits } from '../application/customer-limits.ts';

/** What every CustomerLimits must do. `make` gives a shop without limits and the ids of two of its products. */
export function customerLimitsContract(make: () => Promise<{ limits: CustomerLimits; products: readonly string[] }>): void {
  test('a product has one limit, the last that was put, until it is removed', async () => {
    const { limits, products } = await make();
    const [one = '', other = ''] = products.toSorted();
    const by = { at: new Date('2026-03-01T12:00:00Z'), actor: 'ada' };
    await limits.put(one, { pieces: 3, days: 7 }, by);
    await limits.put(one, { pieces: 2, days: 30 }, by);
    await limits.put(other, { pieces: 1, days: 1 }, by);
    expect([...(await limits.of([one, 'nothing']))]).toEqual([[one, { pieces: 2, days: 30 }]]);
    const { items, total } = await limits.list({ offset: 0, limit: 10 });
    expect([items, total]).toMatchObject([[{ product: one, pieces: 2, days: 30 }, { product: other }], 2]);
    await limits.remove(one);
    expect((await limits.of([one])).size).toBe(0);
  });
}
