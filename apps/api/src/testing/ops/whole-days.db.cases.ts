import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Catalogue } from '../../modules/catalog/application/catalogue.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { FixedClock } from '../fakes.ts';
import { operator } from '../operators.ts';
import { addProducts } from '../products.ts';
import { buy } from '../sales.ts';
import { type TestShop, testShop } from '../test-shop.ts';

/** Clocks in Warsaw go forward on 29 March 2026: it begins at 23:00 UTC, and the day after at 22:00 UTC. */
const BEGIN = '2026-03-28T23:00:00.000Z';
const END = '2026-03-29T22:00:00.000Z';

/** Dates without a time in ops calls, in a shop whose days are not those of UTC. */
export function wholeDays(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({
      clock: new FixedClock('2026-03-28T12:00:00.000Z'),
      environment: { SHOP_TIME_ZONE: 'Europe/Warsaw' },
      fakes: [{ provide: PaymentProvider, useValue: provider }],
    });
    owner = await operator(shop, 'owner');
    await addProducts(
      shop,
      [1, 2, 3].map((kinguinId) => ({ kinguinId, sellPrice: 20, keys: 9 })),
    );
  });
  afterAll(() => shop.close());

  const chargedAt = async (product: number, time: string) => {
    const offers = await shop.get(Catalogue).offers([{ type: 'game', id: String(product) }], new Date(time));
    const price = offers.get(`game/${product}`)?.prices.Eur;
    return price?.discountedMinor ?? price?.listMinor;
  };
  const aroundTheDay = async (product: number) =>
    Promise.all(['2026-03-28T22:59:59.999Z', BEGIN, '2026-03-29T21:59:59.999Z', END].map((time) => chargedAt(product, time)));
  const itemsOf = async (url: string) => (await owner.call('GET', url)).json<{ items: Record<string, unknown>[] }>().items;

  test.each([
    ['of one product', 'POST', '/ops/products/1/sales', { percent: 50 }, 1],
    ['of many products', 'POST', '/ops/sales', { percent: 50, products: ['2'] }, 2],
    ['price', 'PUT', '/ops/products/3/price', { eur: 10 }, 3],
  ] as const)(
    'a sale %s from one date to the same date is charged on that whole day of the shop and not a moment more',
    async (_of, method, url, body, product) => {
      const answer = await owner.call(method, url, { ...body, startsAt: '2026-03-29', endsAt: '2026-03-29' });
      expect([answer.status, answer.text]).toEqual([method === 'POST' && product === 1 ? 201 : 200, expect.any(String)]);
      expect(await aroundTheDay(product)).toEqual([2000, 1000, 1000, 2000]);
      expect(await itemsOf(`/ops/products/${product}/prices`)).toContainEqual(expect.objectContaining({ startsAt: BEGIN, endsAt: END }));
    },
  );

  test('lists are filtered by whole days, the first and the last included', async () => {
    for (const at of ['2026-03-28T22:59:59.999Z', BEGIN, '2026-03-29T21:59:59.999Z', END]) {
      shop.clock.advance(Date.parse(at) - shop.clock.now().getTime());
      await owner.call('PUT', '/ops/stock/threshold', { threshold: shop.clock.now().getTime() % 9 });
      await buy(shop, provider, { email: `${shop.clock.now().getTime()}@example.com`, isPaid: false });
      await shop.database.query(`insert into payment_event (id, type, payload, received_at) values ($1, 'test', '{}', $2)`, [
        `evt_${at}`,
        shop.clock.now(),
      ]);
    }
    const filter = 'from=2026-03-29&to=2026-03-29';
    const times = async (list: string, field: string) => (await itemsOf(list)).map((item) => item[field]);
    const ofTheDay = ['2026-03-29T21:59:59.999Z', BEGIN];
    expect(await times(`/ops/audit?action=stock.threshold&${filter}`, 'at')).toEqual(ofTheDay);
    expect(await times(`/ops/orders?${filter}`, 'createdAt')).toEqual(ofTheDay);
    expect(await times(`/ops/payments/events?type=test&${filter}`, 'receivedAt')).toEqual(ofTheDay);
  });

  test('keys of a whole day are taken back, those of the day before and the day after stay', async () => {
    const added = await shop.database.query<{ id: string }>(`select k.id from stock_key k join product p on p.id = k.product_id
      where p.kinguin_id = 2 order by k.id limit 4`);
    const times = [Date.parse(BEGIN) - 1, Date.parse(BEGIN), Date.parse(END) - 1, Date.parse(END)];
    await shop.database.query(`update stock_key set added_at = '2020-01-01'`);
    for (const [index, { id }] of added.rows.entries())
      await shop.database.query('update stock_key set added_at = $2 where id = $1', [id, new Date(times[index] ?? 0)]);
    const body = { from: '2026-03-29', to: '2026-03-29', reason: 'A bad upload' };
    expect((await owner.call('POST', '/ops/stock/2/burn?dryRun=true', body)).json()).toMatchObject({ burnt: 2 });
  });

  test('a date that is over, and a period that ends before it begins, are refused by the name of the field', async () => {
    const refused = async (body: object) => {
      const answer = await owner.call('POST', '/ops/products/1/sales', { percent: 50, ...body });
      return [answer.status, answer.json<{ details?: { field: string }[] }>().details?.[0]?.field];
    };
    expect(await refused({ endsAt: '2026-03-28' })).toEqual([400, 'endsAt']);
    expect(await refused({ startsAt: '2026-05-02', endsAt: '2026-05-01' })).toEqual([400, 'endsAt']);
    expect(await refused({ startsAt: '2026-02-30', endsAt: '2026-05-01' })).toEqual([400, 'startsAt']);
  });
}
