import { beforeAll, expect, test } from '@jest/globals';
import { audited, operator } from '../../../testing/operators.ts';
import { REMOVED_BUYERS } from '../../../shared/removed-buyers.ts';
import { refundWhole } from '../../../testing/sales.ts';
import { AddKeys, KeyReturns } from '../../stock/index.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { dieOnce } from '../testing/die-once.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

interface Story {
  readonly keys: readonly { readonly keyId: string; readonly state: string }[];
  readonly timeline: readonly { readonly source: string; readonly what: string; readonly by: string; readonly data: object }[];
}

export function buyAgainCases(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  let support: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    support = await operator(made.shop, 'support');
  });

  /** An order with one key that Kinguin sold for 5 euros of the 10 that the buyer paid, reported dead. */
  async function dead(): Promise<string> {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 500);
    await made.work();
    return id;
  }
  const call = (id: string, body: object) => support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, body);
  /** For the key that the order has now. */
  const buyAgain = async (id: string, body: object = {}) => call(id, { keyId: await keyOf(id), ...body });
  const story = async (id: string) => (await support.call('GET', `/ops/orders/${id}`)).json<Story>();
  const keyOf = async (id: string) => (await story(id)).keys[0]?.keyId ?? '';
  const stateOf = async (keyId: string) =>
    (await made.shop.database.query<{ state: string }>('select state from stock_key where id = $1', [keyId])).rows[0]?.state;
  const ordered = () => [kinguin.ordered.length, other.ordered.length];
  const replacedMails = async (id: string) =>
    (await made.shop.database.query(`select from letter where about = $1 and id like '%-replaced-1-1'`, [id])).rows.length;

  const removeBuyer = (id: string) =>
    made.shop.database.query('update shop_order set email = id || $2 where id = $1', [id, REMOVED_BUYERS.accounted]);

  test('a key is bought from another supplier, replaces the dead one with a mail, and its cost lowers the margin', async () => {
    const id = await dead();
    const first = await keyOf(id);
    await made.offer(other, 600, 5);
    const answer = await buyAgain(id, { reason: 'Activated already' });
    expect(answer.status).toBe(202);
    const { purchase } = answer.json<{ purchase: string }>();
    expect((await buyAgain(id)).json()).toEqual({ purchase });
    await made.work();
    expect(ordered()).toEqual([1, 1]);
    const { keys, timeline } = await story(id);
    expect(keys).toMatchObject([{ state: 'sold' }]);
    expect([keys[0]?.keyId === first, await stateOf(first), await replacedMails(id)]).toEqual([false, 'burnt', 1]);
    expect(timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ source: 'staff', what: 'suppliers.buy-again' }),
        expect.objectContaining({
          source: 'supplier',
          what: 'purchase_complete',
          by: 'codeswholesale',
          data: { purchase, supplierOrder: other.ordered[0]?.order.orderId, replacedKey: first, keys: 1, cost: 6, margin: -6 },
        }),
        expect.objectContaining({ what: 'key_replaced', data: { line: 1, slot: 1, burntKeyId: first, purchase } }),
      ]),
    );
    expect(await made.purchases('codeswholesale')).toMatchObject([{ replaces: { line: 1, slot: 1 }, charged: 10, cost: 6, margin: -6 }]);
    const day = made.shop.clock.now().toISOString().slice(0, 10);
    const report = await made.staff.call('GET', `/ops/suppliers/report.csv?from=${day}&to=${day}`);
    expect(report.text).toContain(`${day},codeswholesale,1,1,6,0,-6,`);
    expect(await audited(made.shop, 'suppliers.buy-again')).toMatchObject([{ subject_id: id, reason: 'Activated already' }]);
    await made.offer(kinguin, 500, 5, 'second');
    expect((await buyAgain(id)).status).toBe(202);
    await made.work();
    expect(ordered()).toEqual([2, 1]);
  });

  test('a call that is repeated after its key has come answers the purchase and buys nothing, and of another key it is refused', async () => {
    const id = await dead();
    const first = await keyOf(id);
    await made.offer(other, 600, 5);
    const { purchase } = (await call(id, { keyId: first })).json<{ purchase: string }>();
    await made.work();
    await made.offer(kinguin, 500, 5, 'second');
    const again = await call(id, { keyId: first });
    expect([again.status, again.json()]).toEqual([202, { purchase }]);
    expect((await call(id, { keyId: 'another' })).json()).toMatchObject({ statusCode: 409, details: [{ field: 'keyId' }] });
    expect((await call(id, {})).json()).toMatchObject({ statusCode: 400, details: [{ field: 'keyId' }] });
    await made.work();
    expect(ordered()).toEqual([1, 1]);
  });

  test('the supplier of a key that came before offers were noted is known from the stock, and the record says that its offer is not', async () => {
    const id = await dead();
    await made.shop.database.query('update purchased_key set stock_key_id = null');
    await made.offer(other, 600, 5);
    expect((await buyAgain(id)).status).toBe(202);
    await made.work();
    expect(ordered()).toEqual([1, 1]);
    const { timeline } = await story(id);
    expect(timeline.find(({ what }) => what === 'suppliers.buy-again')).toMatchObject({
      data: { before: { seller: 'kinguin', sellerOffer: 'unknown' } },
    });
  });

  test('where no offer keeps the margin, the refusal names the price, and only that much is accepted', async () => {
    const id = await dead();
    await made.offer(other, 950, 5);
    const refused = await buyAgain(id);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      message:
        'The cheapest offer costs 9.50 EUR. The buyer paid 10.00 EUR, and a key may cost 9.00 EUR. To buy it all the same, send `acceptCost` 9.50.',
      supplier: 'codeswholesale',
      price: 9.5,
      most: 9,
      charged: 10,
    });
    expect((await buyAgain(id, { acceptCost: 9.49 })).status).toBe(409);
    expect((await buyAgain(id, { acceptCost: -1 })).status).toBe(400);
    await made.work();
    expect(ordered()).toEqual([1, 0]);
    expect((await buyAgain(id, { acceptCost: 9.5 })).status).toBe(202);
    await made.work();
    expect([ordered(), await replacedMails(id)]).toEqual([[1, 1], 1]);
  });

  test('a key that costs more than twice what the buyer paid is bought by an owner alone, whatever is accepted', async () => {
    const id = await dead();
    await made.offer(other, 2001, 5);
    const refused = await buyAgain(id, { acceptCost: 100_000 });
    expect([refused.status, refused.json()]).toEqual([
      403,
      expect.objectContaining({ details: [expect.objectContaining({ field: 'acceptCost' })] }),
    ]);
    await made.work();
    expect(ordered()).toEqual([1, 0]);
    const owner = await operator(made.shop, 'owner');
    const path = `/ops/orders/${id}/keys/1/1/buy-again`;
    expect((await owner.call('POST', path, { keyId: await keyOf(id), acceptCost: 20.01 })).status).toBe(202);
    await made.work();
    expect(ordered()).toEqual([1, 1]);
  });

  test('the supplier that sold the key is left out unless it is named, and the offer that brought the key always is', async () => {
    const id = await dead();
    const none = await buyAgain(id);
    expect([none.status, none.text]).toEqual([409, expect.stringContaining('Name kinguin as `supplier`')]);
    expect((await buyAgain(id, { supplier: 'kinguin' })).status).toBe(409);
    await made.offer(kinguin, 510, 5, 'another');
    await made.offer(other, 600, 5);
    expect((await buyAgain(id, { supplier: 'kinguin', avoid: 'kinguin' })).status).toBe(409);
    expect((await buyAgain(id, { supplier: 'kinguin' })).status).toBe(202);
    await made.work();
    expect((await made.purchases()).map(({ offerId }) => offerId)).toEqual(['another', `kinguin-${made.product()}`]);
    await made.offer(other, 600, 5);
    expect((await buyAgain(id, { avoid: 'codeswholesale' })).status).toBe(202);
  });

  test('wherever the process dies, the key is bought once and replaced once', async () => {
    const steps: readonly (readonly [of: () => object, name: string])[] = [
      [() => made.shop.get(KeyPurchases), 'sent'],
      [() => made.shop.get(KeyPurchases), 'ordered'],
      [() => made.shop.get(KeyPurchases), 'noteKeys'],
      [() => made.shop.get(KeyPurchases), 'close'],
      [() => made.shop.get(KeyReturns), 'replaceBy'],
      [() => other, 'keys'],
    ];
    for (const [of, name] of steps)
      for (const when of ['before', 'after'] as const) {
        const id = await dead();
        await made.offer(other, 600, 500);
        const before = other.ordered.length;
        const first = await keyOf(id);
        await buyAgain(id);
        dieOnce(of(), name, when);
        const deaths = await made.work();
        await made.work(3);
        await made.work(3);
        const isOther = (await keyOf(id)) !== first;
        expect([name, when, deaths, other.ordered.length - before, isOther, await replacedMails(id)]).toEqual([name, when, 1, 1, true, 1]);
      }
  });

  test.each([
    ['an order that was refunded', (id: string) => refundWhole(made.shop, id)],
    ['a buyer whose data was removed', removeBuyer],
  ])('nothing is bought for %s meanwhile, and staff are told', async (_whom, happen) => {
    const id = await dead();
    const keyId = await keyOf(id);
    await made.offer(other, 600, 5);
    expect((await buyAgain(id)).status).toBe(202);
    await happen(id);
    await made.work();
    expect([ordered(), await made.purchases('codeswholesale'), await made.alerts()]).toEqual([
      [1, 0],
      [],
      [expect.stringContaining('It was not sent')],
    ]);
    expect((await call(id, { keyId })).status).toBe(409);
  });

  test('a key that comes when the data of its buyer was removed stays in stock', async () => {
    const id = await dead();
    const keyId = await keyOf(id);
    await made.offer(other, 600, 5);
    other.keysAtOnce = 0;
    await buyAgain(id);
    await made.work();
    await removeBuyer(id);
    other.deliver(other.ordered[0]?.order.orderId ?? '', 1);
    await made.work(10);
    expect([await stateOf(keyId), await replacedMails(id), await made.alerts()]).toEqual([
      'sold',
      0,
      ['The key that it was to replace is gone: the new one is in stock.'],
    ]);
  });

  test('a key that comes after another one has replaced the dead one stays in stock', async () => {
    const id = await dead();
    await made.offer(other, 600, 5);
    other.keysAtOnce = 0;
    await buyAgain(id);
    await made.work();
    await made.addOwn(1);
    expect((await support.call('POST', `/ops/orders/${id}/keys/1/1/replace`)).status).toBe(200);
    other.deliver(other.ordered[0]?.order.orderId ?? '', 1);
    await made.work(10);
    expect([(await made.shown()) > 0, await made.alerts()]).toEqual([
      true,
      ['The key that it was to replace is gone: the new one is in stock.'],
    ]);
    const { rows } = await made.shop.database.query(
      `select from stock_key where added_by = 'codeswholesale' and state = 'available' and product_id = $1`,
      [made.productId()],
    );
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['is refused', () => void (other.trouble = 'refused'), 'It is sold out.'],
    ['brings a key that the shop had', () => void (other.delivers = 'one text'), '1 of its keys the shop had before.'],
  ])('a purchase that %s replaces nothing, and staff are told', async (_how, plant, alert) => {
    const id = await dead();
    await made.shop.get(AddKeys).run([{ productId: made.productId(), secret: { kind: 'text', key: 'codeswholesale-ONE-TEXT' } }], 'test');
    await made.offer(other, 600, 5);
    const first = await keyOf(id);
    await buyAgain(id);
    plant();
    await made.work();
    expect([await keyOf(id), await stateOf(first), await made.alerts()]).toEqual([first, 'sold', [alert]]);
    await made.offer(kinguin, 500, 5, 'second');
    expect((await buyAgain(id, { supplier: 'kinguin' })).status).toBe(202);
    await made.work();
    expect(await keyOf(id)).not.toBe(first);
  });

  test('a key that no order has is 404, and so is an order that nobody placed', async () => {
    const id = await dead();
    expect((await support.call('POST', `/ops/orders/${id}/keys/1/2/buy-again`, { keyId: 'none' })).status).toBe(404);
    expect((await call('nobody', { keyId: 'none' })).status).toBe(404);
  });
}
