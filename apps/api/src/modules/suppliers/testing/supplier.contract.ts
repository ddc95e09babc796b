import { expect, test } from '@jest/globals';
import type { OrderRequest, Supplier, SupplierOffer } from '../application/ports.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import { deliveryContract } from './delivery.contract.ts';
import { returnContract } from './return.contract.ts';
import type { SupplierUnderTest } from './supplier-under-test.ts';

/** What every Supplier must do. */
export function supplierContract(make: () => Promise<SupplierUnderTest>): void {
  async function everything(supplier: Supplier): Promise<{ offers: SupplierOffer[]; pages: number }> {
    const offers: SupplierOffer[] = [];
    let pages = 0;
    for (let cursor: string | null = null; ;) {
      const page = await supplier.offers(cursor);
      offers.push(...page.offers);
      pages += 1;
      cursor = page.next;
      if (cursor === null) return { offers, pages };
    }
  }

  test('all offers are read once, on several pages', async () => {
    const { supplier, offer } = await make();
    await offer(205);
    const { offers, pages } = await everything(supplier);
    expect(pages).toBeGreaterThan(2);
    expect(offers.map(({ supplierProductId }) => Number(supplierProductId)).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 205 }, (_, index) => index + 1),
    );
    expect(offers[0]).toMatchObject({ name: 'Game 1', priceMinor: 579, currency: 'Eur', quantity: 4, offerId: expect.any(String) });
  });

  test('one product can be asked about, also one that is not there', async () => {
    const { supplier, offer } = await make();
    await offer(3);
    const { offers } = await supplier.product('2');
    expect(offers).toMatchObject([{ supplierProductId: '2', name: 'Game 2', priceMinor: 579, quantity: 4 }]);
    expect(await supplier.product('404')).toMatchObject({ offers: [], next: null });
  });

  test('a supplier without products has one page, which is empty', async () => {
    const { supplier, offer } = await make();
    await offer(0);
    expect(await supplier.offers(null)).toEqual({ offers: [], products: 0, skipped: 0, next: null, lines: [] });
  });

  test('what changed since a moment has all offers of its products, and names those without one, unless the supplier cannot tell', async () => {
    const { supplier, offer, empty } = await make();
    await offer(3);
    const firstly = await empty('1');
    const since = await empty('2');
    const ids = async (from: Date) => {
      const page = await supplier.changes(from, null);
      return page && { emptied: page.emptied, offered: page.offers.map(({ supplierProductId }) => supplierProductId), next: page.next };
    };
    const told = [await ids(firstly), await ids(since), await ids(new Date(since.getTime() + 86_400_000))];
    const nothing = { emptied: [], offered: [], next: null };
    expect([
      [null, null, null],
      [{ ...nothing, emptied: ['1', '2'] }, { ...nothing, emptied: ['2'] }, nothing],
    ]).toContainEqual(told);
  });

  test('the balance is in minor units', async () => {
    const { supplier, setBalance } = await make();
    await setBalance(123_45);
    expect(await supplier.balance()).toBe(123_45);
  });

  let references = 0;
  const request = (change: Partial<OrderRequest> = {}): OrderRequest => {
    references += 1;
    return { reference: `contract-${references}`, supplierProductId: '1', offerId: 'offer-1', quantity: 2, priceMinor: 579, ...change };
  };
  async function buyable() {
    const made = await make();
    await made.offer(1);
    const sentAt = new Date();
    return { ...made, sentAt };
  }

  test('an order is paid from the balance, and is found by its reference with its keys', async () => {
    const { supplier, sentAt } = await buyable();
    const before = await supplier.balance();
    const wanted = request();
    const order = await supplier.order(wanted);
    expect(order).toEqual({ orderId: expect.any(String), state: 'complete', costMinor: 1158 });
    expect(await supplier.balance()).toBe(before - 1158);
    expect(await supplier.find(wanted.reference, sentAt)).toEqual(order);
    expect(await supplier.find('contract-of-nobody', sentAt)).toBeNull();
    const keys = await supplier.keys(order.orderId);
    expect(keys.map(({ secret }) => secret?.kind)).toEqual(['text', 'text']);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(2);
    expect(await supplier.keys(order.orderId)).toEqual(keys);
  });

  test('each order lists its own keys, and no id twice, whatever other orders have', async () => {
    const { supplier } = await buyable();
    const first = await supplier.order(request());
    const keys = await supplier.keys(first.orderId);
    const others = await supplier.keys((await supplier.order(request())).orderId);
    expect(await supplier.keys(first.orderId)).toEqual(keys);
    expect([keys, others].map((listed) => new Set(listed.map(({ id }) => id)).size)).toEqual([2, 2]);
    expect(new Set([...keys, ...others].map(({ secret }) => JSON.stringify(secret))).size).toBe(4);
  });

  deliveryContract(buyable, request);

  test.each([
    ['more pieces than there are', { quantity: 5 }],
    ['a price below that of the offer', { priceMinor: 578 }],
  ])('%s is refused, and nothing is ordered', async (_what, change) => {
    const { supplier, orderCount } = await buyable();
    await expect(supplier.order(request(change))).rejects.toThrow(SupplierRefused);
    expect(await orderCount()).toBe(0);
  });

  test('a balance that is too low is told apart from other refusals', async () => {
    const { supplier, setBalance, orderCount } = await buyable();
    await setBalance(1157);
    await expect(supplier.order(request())).rejects.toMatchObject({ isOutOfFunds: true });
    await setBalance(100_000);
    await expect(supplier.order(request({ quantity: 5 }))).rejects.toMatchObject({ isOutOfFunds: false });
    expect(await orderCount()).toBe(0);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('an answer that is lost %s the effect says that it may be done; by the reference %i orders are found', async (when, made) => {
    const { supplier, sentAt, loseAnswer, orderCount } = await buyable();
    await loseAnswer(when);
    const wanted = request();
    await expect(supplier.order(wanted)).rejects.toMatchObject({ mayBeDone: true });
    expect(await orderCount()).toBe(made);
    expect((await supplier.find(wanted.reference, sentAt)) !== null).toBe(made === 1);
  });

  returnContract(buyable, request);

  test('a reference that is unique is not ordered twice', async () => {
    const { supplier, orderCount } = await buyable();
    const wanted = request({ quantity: 1 });
    await supplier.order(wanted);
    await supplier.order(wanted).catch((error: unknown) => {
      expect(error).toMatchObject({ mayBeDone: true });
    });
    expect(await orderCount()).toBe(supplier.references === 'unique' ? 1 : 2);
  });

  test('a webhook says which product to ask about, and one that nobody can read says nothing', async () => {
    const { supplier, raisePrices, hear } = await buyable();
    const [{ supplierProductId, kinguinId }] = (await supplier.offers(null)).offers as [SupplierOffer];
    const [message] = await hear(2, raisePrices);
    expect(message && supplier.hints(message)).toEqual([{ kind: 'product', supplierProductId, kinguinId }]);
    for (const body of [null, 'text', [], {}, { type: 'STOCK', products: 'all' }])
      expect(supplier.hints({ headers: {}, body })).toEqual([]);
  });

  test('webhooks that come twice, late or in another order lead to the same questions, and their answers are of now', async () => {
    const { supplier, deliverAtOnce, settle, raisePrices, hear, orderCount } = await buyable();
    const [{ supplierProductId, kinguinId }] = (await supplier.offers(null)).offers as [SupplierOffer];
    await deliverAtOnce('none');
    let orderId = '';
    const wanted = request();
    const messages = await hear(8, async () => {
      ({ orderId } = await supplier.order(wanted));
      await settle(orderId, 'delivered');
      await raisePrices();
    });
    const balance = await supplier.balance();
    const answers = { product: new Set<string>(), order: new Set<string>() };
    for (const hint of [...messages, ...messages.toReversed()].flatMap((message) => supplier.hints(message))) {
      const isProduct = hint.kind === 'product';
      const { reference } = wanted;
      const ofOrder = { kind: 'order', supplierOrderId: orderId, ...('reference' in hint && { reference }) };
      expect(hint).toEqual(isProduct ? { kind: 'product', supplierProductId, kinguinId } : ofOrder);
      const asked = isProduct
        ? (await supplier.product(supplierProductId)).offers
        : await Promise.all([supplier.orderOf(orderId), supplier.keys(orderId)]);
      answers[hint.kind].add(JSON.stringify(asked));
    }
    expect([...answers.product].map((answer) => JSON.parse(answer) as unknown)).toMatchObject([[{ priceMinor: 637, quantity: 2 }]]);
    // Not every supplier tells of orders.
    expect(answers.order.size).toBeLessThan(2);
    expect([await orderCount(), await supplier.balance()]).toEqual([1, balance]);
  });

  test.each(['too many', 'no JSON'] as const)('after an answer of %s what reads is asked again', async (how) => {
    const { supplier, spoilAnswer } = await buyable();
    await spoilAnswer(how, 'reads');
    expect((await supplier.offers(null)).offers).toHaveLength(1);
    expect(supplier.breaker()).toBe('closed');
  });

  test('an order that meets too many calls is surely not made, and is taken after the pause', async () => {
    const { supplier, sentAt, spoilAnswer, orderCount } = await buyable();
    await spoilAnswer('too many', 'orders');
    const wanted = request();
    await expect(supplier.order(wanted)).rejects.toMatchObject({ constructor: SupplierAway, mayBeDone: false });
    // What reads waits for the end of the pause.
    expect([await supplier.find(wanted.reference, sentAt), await orderCount()]).toEqual([null, 0]);
    expect(await supplier.order(wanted)).toMatchObject({ costMinor: 1158 });
  });

  test('an order whose answer is no JSON may be done, and is found by its reference', async () => {
    const { supplier, sentAt, spoilAnswer, orderCount } = await buyable();
    await spoilAnswer('no JSON', 'orders');
    const wanted = request();
    await expect(supplier.order(wanted)).rejects.toMatchObject({ constructor: SupplierAway, mayBeDone: true });
    expect([(await supplier.find(wanted.reference, sentAt)) !== null, await orderCount()]).toEqual([true, 1]);
  });

  test('a supplier that fails is away, and its breaker opens', async () => {
    const { supplier, setAway } = await make();
    await setAway(true);
    await expect(supplier.offers(null)).rejects.toThrow(SupplierAway);
    await expect(supplier.balance()).rejects.toThrow(SupplierAway);
    expect(supplier.breaker()).toBe('open');
    await setAway(false);
  });
}
