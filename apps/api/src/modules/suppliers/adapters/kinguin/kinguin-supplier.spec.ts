import { expect, test } from '@jest/globals';
import { SupplierAway, SupplierRefused } from '../../domain/supplier-errors.ts';
import { answering } from '../../testing/answering.ts';
import { KinguinSupplier } from './kinguin-supplier.ts';

/** A supplier that gives this answer to everything. */
function answered(answer: unknown, run: (supplier: KinguinSupplier) => Promise<void>, status = 200): Promise<void> {
  return answering(
    () => answer,
    (apiUrl) => run(new KinguinSupplier({ apiKey: 'key', apiUrl, webhookSecret: null })),
    status,
  );
}
const product = (kinguinId: number, change: object = {}) => ({
  ...{ kinguinId, name: 'Game', offers: [{ offerId: `offer-${kinguinId}`, price: 5.79, qty: 4 }] },
  ...change,
});

test.each([
  ['with offers', product(2)],
  ['without an offer', product(2, { offers: [] })],
])('another product than the one that was asked for, %s, says nothing about that one', async (_what, other) => {
  await answered({ results: [other], item_count: 1 }, async (supplier) => {
    await expect(supplier.product('1')).rejects.toThrow(SupplierAway);
    expect(await supplier.product('2')).toMatchObject({ products: 1 });
  });
});

test('what cannot be read on a page is left out and counted, and a page without a count is followed by the next one', async () => {
  const offers = [{ offerId: 'bad', price: -1, qty: 1 }, ...product(1).offers];
  const results = [product(1, { offers }), product(2, { offers: 'none' }), null, product(3)];
  await answered({ results }, async (supplier) => {
    expect(await supplier.offers(null)).toMatchObject({
      offers: [{ offerId: 'offer-1' }, { offerId: 'offer-3' }],
      products: 2,
      skipped: 3,
      next: '2 3',
    });
  });
});

test('a list that gives the same page again and again ends', async () => {
  await answered({ results: [product(7), product(8)] }, async (supplier) => {
    const { next } = await supplier.offers(null);
    expect(next).toBe('2 8');
    await expect(supplier.offers(next)).rejects.toThrow('does not go on');
    // As it was stored before.
    expect(await supplier.offers('2')).toMatchObject({ next: '3 8' });
  });
});

test('a last page with nothing but the last product again is the end', async () => {
  await answered({ results: [product(8)], item_count: 101 }, async (supplier) => {
    expect(await supplier.offers('2 8')).toMatchObject({ products: 1, next: null });
  });
});

test('a full page that comes again is no last page, also where its count says so', async () => {
  const results = Array.from({ length: 100 }, (_, index) => product(index + 1));
  await answered({ results, item_count: 200 }, async (supplier) => {
    await expect(supplier.offers('2 100')).rejects.toThrow('does not go on');
  });
});

test('a product is empty where it has no offer, and not where none can be read', async () => {
  const unreadable = { offerId: 'offer-2', price: '5.79', qty: 4 };
  const results = [
    product(1),
    product(2, { offers: [unreadable] }),
    product(3, { offers: [] }),
    product(4, { offers: [unreadable, ...product(4).offers] }),
  ];
  await answered({ results, item_count: 4 }, async (supplier) => {
    expect(await supplier.changes(new Date(), null)).toMatchObject({ emptied: ['3'], incomplete: ['2', '4'], skipped: 2 });
  });
  await answered({ results: [null], item_count: 1 }, async (supplier) => {
    expect(await supplier.product('1')).toMatchObject({ offers: [], skipped: 1 });
  });
});

test.each([
  ['completed', 'DELIVERED', null],
  ['completed', 'RETURNED', false],
  ['completed', 'REFUNDED', true],
  ['refunded', 'RETURNED', true],
  ['refunded', 'DELIVERED', true],
])('of an order that is %s a key that is %s went back and is paid for: %p', async (status, ofKey, isPaid) => {
  await answered({ orderId: '1', status, products: [{ keys: [{ id: 'key', status: ofKey }] }] }, async (supplier) => {
    expect(await supplier.takenBack('1')).toEqual(isPaid === null ? [] : [{ id: 'key', isPaid }]);
  });
});

const ORDER = { reference: 'one', supplierProductId: '2', offerId: 'offer-2', quantity: 1, priceMinor: 579 };

test.each([
  ['HttpClient', 400],
  ['HttpClient', 422],
  ['Error', 400],
])('an order or a return that is answered %s with %p may be made all the same', async (kind, status) => {
  await answered(
    { kind, status },
    async (supplier) => {
      for (const call of [() => supplier.order(ORDER), () => supplier.takeBack('1')])
        expect(await call().catch((error: unknown) => error)).toMatchObject({ mayBeDone: true });
    },
    status,
  );
});

test.each([
  ['HttpClient', 404],
  ['OrderFailed', 422],
])('an order that is answered %s with %p is refused', async (kind, status) => {
  await answered({ kind, status }, async (supplier) => expect(supplier.order(ORDER)).rejects.toThrow(SupplierRefused), status);
});

test('an order whose status is not documented may still change, and staff hear of it', async () => {
  await answered({ orderId: '1', status: 'on_hold', products: [] }, async (supplier) => {
    expect([await supplier.order(ORDER), await supplier.orderOf('1')]).toMatchObject([{ state: 'open' }, { state: 'open' }]);
    expect(supplier.unknownStatuses()).toEqual(['on_hold']);
  });
});

test('a balance below zero is one', async () => {
  await answered({ balance: -12.34 }, async (supplier) => expect(await supplier.balance()).toBe(-1234));
});
