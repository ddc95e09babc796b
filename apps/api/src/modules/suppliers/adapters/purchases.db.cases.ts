import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import { buy } from '../../../testing/sales.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { Settle } from '../../payments/application/settle.ts';
import type { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys } from '../../stock/index.ts';
import type { PurchaseItem, SuppliersAnswer } from '../ops/suppliers-ops.dto.ts';
import type { InMemorySupplier, OrderTrouble } from '../testing/in-memory-supplier.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { type References, type SupplierName, SupplierOffers, Suppliers } from '../application/ports.ts';
import { Purchases } from '../application/purchases.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
let product = 1000;
let buyers = 0;

export function purchaseCases(): void {
  let shop: TestShop;
  let staff: Awaited<ReturnType<typeof operator>>;
  let kinguin: InMemorySupplier;
  let other: InMemorySupplier;
  let productId: string;

  beforeAll(async () => {
    shop = await salesShop({ environment: { MIN_MARGIN: '0.1' } });
    staff = await operator(shop, 'catalogue');
    const named = (name: SupplierName) => shop.get(Suppliers).named(name) as InMemorySupplier;
    [kinguin, other] = [named('kinguin'), named('codeswholesale')];
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    jest.restoreAllMocks();
    product += 1;
    [productId = ''] = await addProducts(shop, [{ kinguinId: product, sellPrice: 10 }]);
    await shop.database.query('delete from purchased_key; delete from purchase; delete from supplier_offer; delete from supplier');
    for (const supplier of [kinguin, other])
      Object.assign(supplier, {
        offered: [],
        ordered: [],
        isAway: false,
        trouble: null,
        keysAtOnce: Infinity,
        references: 'unique',
        balanceMinor: 1_000_000,
      });
  });

  /** Offers of both suppliers: euros in minor units and pieces. */
  async function offer(supplier: InMemorySupplier, priceMinor: number, quantity: number, offerId = `${supplier.name}-${product}`) {
    const one = { offerId, supplierProductId: String(product), kinguinId: product, name: 'Game', priceMinor, quantity };
    supplier.offered.push(one);
    await shop.get(SupplierOffers).put(supplier.name, [{ ...one, productId }], shop.clock.now());
  }
  /** A paid order whose keys others bought after its reservation had lapsed. */
  async function backorder(quantity = 1): Promise<string> {
    const provider = shop.get(PaymentProvider) as InMemoryPaymentProvider;
    const email = () => `buyer-${(buyers += 1)}@example.com`;
    const own = (pieces: number) =>
      Array.from({ length: pieces }, (_, n) => ({ productId, secret: { kind: 'text', key: `OWN-${product}-${buyers}-${n}` } as const }));
    await shop.get(AddKeys).run(own(quantity), 'test');
    const id = await buy(shop, provider, { kinguinId: product, quantity, email: email(), isPaid: false });
    shop.clock.advance(HOUR_MS);
    await buy(shop, provider, { kinguinId: product, quantity, email: email() });
    const { rows } = await shop.database.query<{ session: string }>('select session_id as session from shop_order where id = $1', [id]);
    provider.become(rows[0]?.session ?? '', { outcome: 'paid' });
    await shop.get(Settle).run(rows[0]?.session ?? '', 'stripe', 'stripe');
    return id;
  }
  /** What workers do, until nothing is due; a process that dies is followed by another one. */
  async function work(): Promise<number> {
    let deaths = 0;
    for (let rounds = 0; rounds < 20; rounds += 1) {
      try {
        await shop.get(PlanPurchases).run();
        if (!(await shop.get(BuyKeys).run())) break;
      } catch (error) {
        if (!(error instanceof Error) || error.message !== 'the process died') throw error;
        deaths += 1;
      }
    }
    await shop.get(FulfilBackorders).run();
    return deaths;
  }
  async function later(minutes: number): Promise<void> {
    shop.clock.advance(minutes * MINUTE_MS);
    await work();
  }
  const orderId = () => kinguin.ordered[0]?.order.orderId ?? '';
  const statusOf = async (id: string) =>
    (await shop.database.query<{ status: string }>('select status from shop_order where id = $1', [id])).rows[0]?.status;
  const purchases = async (name: SupplierName = 'kinguin') =>
    (await staff.call('GET', `/ops/suppliers/${name}/purchases`)).json<{ items: PurchaseItem[] }>().items;

  test('a backorder gets its keys from the cheapest offer, and staff sees the purchase, its cost and its part of the timeline', async () => {
    const id = await backorder(2);
    await offer(kinguin, 600, 5);
    await offer(other, 550, 1);
    await work();
    expect(await statusOf(id)).toBe('fulfilling');
    expect(await purchases('codeswholesale')).toMatchObject([{ orderId: id, quantity: 1, keys: 1, price: 5.5, charged: 10, cost: 5.5 }]);
    const [bought] = await purchases();
    expect(bought).toMatchObject({ state: 'complete', quantity: 1, cost: 6, supplierOrderId: orderId(), failure: null });
    const { timeline } = (await staff.call('GET', `/ops/orders/${id}`)).json<{
      timeline: { source: string; what: string; data: object }[];
    }>();
    expect(timeline.filter(({ source, what }) => source === 'supplier' && what === 'purchase_complete')).toHaveLength(2);
    expect(JSON.stringify(timeline)).toContain(bought?.id);
    expect((await staff.call('GET', '/ops/suppliers')).json<SuppliersAnswer>().items[0]).toMatchObject({ ordersOpen: 0, ordersFailed: 0 });
  });

  test('nothing is bought above what was charged less the margin, nor from an old offer, a paused supplier or for nobody', async () => {
    await backorder();
    await offer(kinguin, 901, 5);
    await offer(other, 900, 5);
    shop.clock.advance(121 * MINUTE_MS);
    await work();
    expect([kinguin.ordered, other.ordered]).toEqual([[], []]);
    await offer(kinguin, 901, 5);
    await offer(other, 900, 5);
    await staff.call('POST', '/ops/suppliers/codeswholesale/pause', {});
    await work();
    expect([kinguin.ordered, other.ordered]).toEqual([[], []]);
    await staff.call('POST', '/ops/suppliers/codeswholesale/resume', {});
    await work();
    expect([kinguin.ordered.length, other.ordered.length]).toEqual([0, 1]);
    await later(30);
    expect(other.ordered).toHaveLength(1);
  });

  test('an offer that is sold out or dearer by now is followed by the next one, and an empty balance by the other supplier', async () => {
    const id = await backorder();
    await offer(kinguin, 500, 5, 'dearer');
    kinguin.offered = [];
    await offer(kinguin, 510, 5, 'good');
    kinguin.balanceMinor = 100;
    await offer(other, 700, 5);
    await work();
    expect(await purchases()).toMatchObject([
      { offerId: 'good', state: 'refused', failure: 'The balance is too low.' },
      { offerId: 'dearer', state: 'refused', failure: 'It is sold out.' },
    ]);
    expect([await statusOf(id), other.ordered.length]).toEqual(['fulfilling', 1]);
  });

  test.each<[References, OrderTrouble, number]>([
    ['unique', 'lost before', 0.1],
    ['unique', 'lost after', 0.1],
    ['unique', 'not sent', 0.1],
    ['unique', 'died before', 3],
    ['unique', 'died after', 3],
    ['listed', 'lost before', 12],
    ['listed', 'lost after', 0.1],
    ['listed', 'died before', 12],
    ['listed', 'died after', 3],
  ])('with references that are %s, an order that is %s is made once', async (references, trouble, minutes) => {
    kinguin.references = references;
    const id = await backorder();
    await offer(kinguin, 500, 5);
    kinguin.trouble = trouble;
    await work();
    await later(0.02);
    await later(minutes);
    if (references === 'listed') {
      await offer(kinguin, 500, 5);
      await later(12);
    }
    expect([kinguin.ordered.length, await statusOf(id)]).toEqual([1, 'fulfilling']);
  });

  test('an order that a supplier without references may have is never sent again', async () => {
    kinguin.references = 'none';
    const id = await backorder();
    await offer(kinguin, 500, 5);
    kinguin.trouble = 'lost before';
    await work();
    for (let hours = 0; hours < 5; hours += 1) {
      await offer(kinguin, 500, 5, `another-${hours}`);
      await later(60);
    }
    expect([kinguin.ordered.length, await statusOf(id)]).toEqual([0, 'paid']);
    expect(await purchases()).toMatchObject([{ state: 'unclear' }]);
  });

  test('keys that are late come one by one, each once, as text, account or picture', async () => {
    kinguin.keysAtOnce = 1;
    const id = await backorder(3);
    await offer(kinguin, 500, 5);
    await work();
    expect([await statusOf(id), (await purchases())[0]]).toEqual(['paid', expect.objectContaining({ state: 'ordered', keys: 1 })]);
    kinguin.deliver(orderId(), 1, { kind: 'account', login: `ada-${product}`, password: 'secret', mail: 'ada@example.com' });
    await later(10);
    kinguin.deliver(orderId(), 1, { kind: 'image', mediaType: 'image/png', base64: Buffer.from(`picture ${product}`).toString('base64') });
    await later(10);
    expect([await statusOf(id), (await purchases())[0]]).toEqual(['fulfilling', expect.objectContaining({ state: 'complete', keys: 3 })]);
    const { rows } = await shop.database.query<{ kind: string }>(`select kind from stock_key where order_id = $1 order by added_at`, [id]);
    expect(rows.map(({ kind }) => kind)).toEqual(['text', 'account', 'image']);
  });

  test('an order that the supplier cancels is bought elsewhere', async () => {
    kinguin.keysAtOnce = 0;
    const id = await backorder();
    await offer(kinguin, 500, 5);
    await work();
    kinguin.end(orderId());
    await offer(other, 600, 5);
    await later(10);
    expect([await statusOf(id), (await purchases())[0]?.state, other.ordered.length]).toEqual(['fulfilling', 'ended', 1]);
  });

  test('a key that the shop had before is no delivery: another one is bought', async () => {
    const id = await backorder();
    await offer(kinguin, 500, 5);
    await shop.get(AddKeys).run(
      [
        {
          productId: (await addProducts(shop, [{ kinguinId: 999 }]))[0] ?? '',
          secret: { kind: 'text', key: `KINGUIN-${kinguin.nextOrderId.toUpperCase()}-1` },
        },
      ],
      'test',
    );
    await work();
    expect([kinguin.ordered.length, await statusOf(id)]).toEqual([2, 'fulfilling']);
  });

  test('wherever the process dies, keys are bought once and none is lost', async () => {
    const steps: readonly (readonly [of: () => object, name: string])[] = [
      [() => shop.get(Purchases), 'add'],
      [() => shop.get(Purchases), 'sent'],
      [() => shop.get(Purchases), 'ordered'],
      [() => shop.get(Purchases), 'noteKeys'],
      [() => shop.get(Purchases), 'close'],
      [() => shop.get(AddKeys), 'run'],
      [() => kinguin, 'keys'],
    ];
    for (const [of, name] of steps)
      for (const when of ['before', 'after'] as const) {
        const ordered = kinguin.ordered.length;
        const id = await backorder();
        await offer(kinguin, 500, 500);
        dieOnce(of(), name, when);
        const deaths = await work();
        await later(3);
        await later(3);
        expect([name, when, deaths, kinguin.ordered.length - ordered, await statusOf(id)]).toEqual([name, when, 1, 1, 'fulfilling']);
      }
  });
}

/** The next call of a method ends the process: before it does anything, or when it has. */
function dieOnce(target: object, name: string, when: 'before' | 'after'): void {
  const methods = target as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const real = methods[name]?.bind(target);
  methods[name] = async (...given: unknown[]) => {
    delete methods[name];
    if (when === 'after') await real?.(...given);
    throw new Error('the process died');
  };
}
