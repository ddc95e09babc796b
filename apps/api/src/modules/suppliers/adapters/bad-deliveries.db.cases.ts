import { expect, test } from '@jest/globals';
import { addProducts } from '../../../testing/products.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { operator } from '../../../testing/operators.ts';
import { Refunds } from '../../orders/index.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { RefundPayment } from '../../payments/application/refunds/refund-payment.ts';
import { RequeueOverdueJobs } from '../../payments/application/requeue-overdue-jobs.ts';
import type { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys, KeyStock } from '../../stock/index.ts';
import { BoughtKeys } from '../application/after-sales/bought-keys.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const HOUR_MS = 3_600_000;

/** Suppliers that take the money and deliver nothing of use: staff is told. */
export function badDeliveries(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  test('a key that is a known one but for case and dashes is delivered, and staff are told', async () => {
    const [productId = ''] = await addProducts(made.shop, [{ kinguinId: 997 }]);
    await made.shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: 'KINGUIN one text' } }], 'test');
    kinguin.delivers = 'one text';
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    await made.work();
    expect([await made.statusOf(id), await made.alerts()]).toEqual([
      'fulfilling',
      ['1 of its keys are others that the shop has, but for case, dashes and spaces: it may sell them twice.'],
    ]);
  });

  test('a supplier that delivers a known text again and again is bought from three times, each time from another offer', async () => {
    const [productId = ''] = await addProducts(made.shop, [{ kinguinId: 998 }]);
    await made.shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: 'kinguin-ONE-TEXT' } }], 'test');
    const id = await made.backorder();
    kinguin.delivers = 'one text';
    for (const number of [1, 2, 3, 4, 5]) await made.offer(kinguin, 500 + number, 5, `offer-${number}`);
    await made.work();
    await made.work(30);
    expect(kinguin.ordered.map(({ request }) => request.offerId)).toEqual(['offer-1', 'offer-2', 'offer-3']);
    expect([await made.statusOf(id), await made.alerts()]).toEqual(['paid', Array(3).fill('1 of its keys the shop had before.')]);
  });

  test('a supplier that counts keys in each order brings each buyer their own', async () => {
    kinguin.countsInOrder = true;
    const ids = [await made.backorder(2)];
    await made.offer(kinguin, 500, 50);
    await made.work();
    ids.push(await made.backorder(2));
    await made.work();
    const textsOf = (keys: readonly { readonly secret: unknown }[]) => keys.map(({ secret }) => JSON.stringify(secret)).toSorted();
    const sold = await Promise.all(ids.map(async (id) => textsOf((await made.shop.get(KeyStock).reveal(id)).keys)));
    expect(sold).toEqual(kinguin.ordered.map(({ keys }) => textsOf(keys)));
    expect([new Set(sold.flat()).size, kinguin.ordered.length, await made.alerts()]).toEqual([4, 2, []]);
    for (const { id } of await made.purchases())
      expect((await made.shop.get(BoughtKeys).ofPurchase(id)).map((key) => [key.id, key.isKnown])).toEqual([
        ['key-1', false],
        ['key-2', false],
      ]);
  });

  test('a key that comes in a second order again is known, and bought in vain three times at most', async () => {
    Object.assign(other, { countsInOrder: true, delivers: 'one text' });
    const first = await made.backorder();
    await made.offer(other, 400, 1, 'offer-0');
    await made.work();
    const id = await made.backorder();
    for (const number of [1, 2, 3, 4, 5]) await made.offer(other, 500 + number, 50, `offer-${number}`);
    await made.work();
    await made.work(30);
    expect(other.ordered.map(({ request }) => request.offerId)).toEqual(['offer-0', 'offer-1', 'offer-2', 'offer-3']);
    expect([await made.statusOf(first), await made.statusOf(id), await made.alerts()]).toEqual([
      'fulfilling',
      'paid',
      Array(3).fill('1 of its keys the shop had before.'),
    ]);
  });

  test('keys that cannot be read are told once, the others go to the buyer', async () => {
    const id = await made.undelivered(2);
    kinguin.deliver(made.supplierOrderId(), 1, null);
    kinguin.deliver(made.supplierOrderId(), 1);
    for (const minutes of [5, 5, 5]) await made.work(minutes);
    const failure = '1 of its keys cannot be read.';
    expect([await made.purchases(), await made.alerts()]).toMatchObject([[{ state: 'ordered', keys: 1, failure }], [failure]]);
    expect([kinguin.ordered.length, await made.statusOf(id)]).toEqual([1, 'paid']);
  });

  test('an order that is complete without all its keys is told after some tries', async () => {
    await made.undelivered();
    const [first] = kinguin.ordered;
    if (first) first.order = { ...first.order, state: 'complete' };
    await made.work(1);
    expect(await made.alerts()).toEqual([]);
    for (let tries = 0; tries < 6; tries += 1) await made.work(6);
    expect(await made.alerts()).toEqual(['The supplier says that it is complete, and keys are missing.']);
  });

  test('an offer of which an order cost more than agreed is left alone for ten minutes, and what was planned of it is not sent', async () => {
    await made.offer(kinguin, 500, 50);
    const ids = [await made.paid(), await made.paid()];
    kinguin.surchargeMinor = 25;
    await made.work();
    expect([kinguin.ordered.length, await made.shown(), await made.purchases()]).toMatchObject([1, 0, [{ state: 'complete', cost: 5.25 }]]);
    kinguin.surchargeMinor = 0;
    await made.work(9);
    expect(kinguin.ordered).toHaveLength(1);
    await made.work(2);
    expect([kinguin.ordered.length, await made.shown()]).toEqual([2, expect.any(Number)]);
    for (const id of ids) expect(await made.statusOf(id)).toBe('fulfilling');
  });

  test('an order that costs more than was agreed is told, and so is one of which nobody knows whether it was made', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.surchargeMinor = 25;
    await made.work();
    expect(await made.statusOf(id)).toBe('fulfilling');
    expect([await made.purchases(), await made.alerts()]).toMatchObject([
      [{ cost: 5.25 }],
      ['It costs 5.25 EUR, and 5.00 EUR were agreed.'],
    ]);
    await made.renew();
    await made.undelivered();
    const [dearer] = kinguin.ordered;
    if (dearer) dearer.order = { ...dearer.order, costMinor: 530 };
    await made.work(10);
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work(10);
    expect([await made.purchases(), await made.alerts()]).toMatchObject([
      [{ state: 'complete', cost: 5.3 }],
      ['It costs 5.30 EUR, and 5.00 EUR were agreed.'],
    ]);
    await made.renew();
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    Object.assign(kinguin, { references: 'none', trouble: 'lost before' });
    await made.work();
    await made.work(1);
    expect(await made.alerts()).toEqual(['Its orders have no reference: ask the supplier.']);
  });

  test('an order that waited in vain, was not refunded, but released, and waits in vain once more, is refunded once', async () => {
    const { database, clock } = made.shop;
    const provider = made.shop.get(PaymentProvider) as InMemoryPaymentProvider;
    const support = await operator(made.shop, 'support');
    const call = (path: string) => support.call('POST', `/ops/orders/${path}`, { reason: 'a test' });
    const refund = () => made.shop.get(RefundPayment).run(id);
    kinguin.balanceMinor = 0;
    await made.offer(kinguin, 600, 1);
    const id = await made.paid();
    await made.work();
    clock.advance(25 * HOUR_MS);
    provider.refusal = 'balance_insufficient';
    await expect(refund()).rejects.toThrow('balance_insufficient');
    expect((await call(`${id}/refunds/${id}/give-up`)).json()).toMatchObject({ status: 'on_hold' });
    await made.offer(kinguin, 600, 1);
    expect((await call(`${id}/release`)).json()).toMatchObject({ order: { status: 'paid' } });
    clock.advance(25 * HOUR_MS);
    await made.shop.get(RequeueOverdueJobs).run();
    const { rows } = await database.query('select data from outbox where job_id like $1', [`refund-${id}-again-%`]);
    expect(rows).toEqual([{ data: { orderId: id } }]);
    await expect(refund()).rejects.toThrow('balance_insufficient');
    provider.refusal = null;
    for (let times = 0; times < 2; times += 1) await refund();
    expect([await made.statusOf(id), await made.shop.get(Refunds).ofOrder(id)]).toMatchObject([
      'refunded',
      [{ id, state: 'done', amountMinor: 1000, isWhole: true, pieces: [{ line: 0, slot: 0 }], tries: 2 }],
    ]);
    expect(await provider.refundsOf(`intent-session-${id}`)).toHaveLength(1);
    expect(await brokenInvariants(database, clock.now())).toEqual([]);
  });
}
