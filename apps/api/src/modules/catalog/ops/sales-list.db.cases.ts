import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import type { SaleItem } from './products-ops.answers.ts';

const DAY = 86_400_000;

export function salesList(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop();
    keeper = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());

  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY).toISOString();
  const plan = async (product: number, startsIn: number, endsIn: number) =>
    (
      await keeper.call('POST', `/ops/products/${product}/sales`, { percent: 25, startsAt: inDays(startsIn), endsAt: inDays(endsIn) })
    ).json<{
      id: string;
    }>().id;
  const list = async (query: string) => {
    const { items, totalPages } = (await keeper.call('GET', `/ops/sales${query}`)).json<{ items: SaleItem[]; totalPages: number }>();
    return { ids: items.map(({ id }) => id), items, totalPages };
  };

  test('sales of all products are listed while they are on and before, in the order in which they end or start, and not after', async () => {
    await addProducts(shop, [{ kinguinId: 1, sellPrice: 20 }, { kinguinId: 2 }, { kinguinId: 3 }]);
    const [long, short, later, sooner, never] = [
      await plan(1, 0, 5),
      await plan(2, 0, 2),
      await plan(1, 9, 10),
      await plan(3, 7, 20),
      await plan(2, 30, 31),
    ];
    expect((await keeper.call('DELETE', `/ops/products/2/sales/${never}`)).status).toBe(204);
    const { items } = await list('');
    expect(items).toMatchObject([
      { id: short, kinguinId: 2, endsAt: inDays(2) },
      { id: long, kinguinId: 1, productName: 'Game 1', isHidden: false, list: { eur: 20 }, charged: { eur: 15 }, discountPercent: 25 },
    ]);
    expect((await list('?state=planned')).ids).toEqual([sooner, later]);
    expect(await list('?state=planned&limit=1&page=2')).toMatchObject({ ids: [later], totalPages: 2 });
    shop.clock.advance(2 * DAY);
    expect((await list('?state=running')).ids).toEqual([long]);
    shop.clock.advance(5 * DAY);
    expect([(await list('')).ids, (await list('?state=planned')).ids]).toEqual([[sooner], [later]]);
    expect((await keeper.call('GET', '/ops/sales?state=ended')).status).toBe(400);
  });
}
