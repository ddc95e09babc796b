import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts, keyStates, keyTextsOf } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys, ApplyStockChanges, KeyStock, QuarantineKeys, ReleaseLapsed } from '../index.ts';
import type { StockItem } from '../ops/stock-ops.dto.ts';

const DAY_MS = 86_400_000;
const by = { keyId: 'command', name: 'command:keys-quarantine', role: 'owner', requestId: null, address: null } as const;
const reason = 'Stripe shows no payment';

export function keyQuarantine(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;
  let product: string;
  let kinguinId = 0;
  let other: string;

  beforeAll(async () => {
    shop = await salesShop({ provider });
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());
  /** Two products with three keys each, for every test. */
  beforeEach(async () => {
    [product = '', other = ''] = await addProducts(shop, [
      { kinguinId: (kinguinId += 2), keys: 3 },
      { kinguinId: kinguinId + 1, keys: 3 },
    ]);
  });

  const quarantine = () => shop.get(QuarantineKeys).run(shop.clock.now(), by);
  const free = async (of = product) => (await shop.get(KeyStock).available([of])).get(of);
  const states = (of = product) => keyStates(shop, of);
  const upload = (key: string) =>
    shop.get(AddKeys).run([{ productId: product, secret: { kind: 'text', key: `${key}-${kinguinId}` } }], 'test');
  const end = async (orderId: string, how: { outcome: 'paid' | 'expired'; amountMinor?: number }) => {
    const { rows } = await shop.database.query<{ session: string }>('select session_id as session from shop_order where id = $1', [
      orderId,
    ]);
    provider.become(rows[0]?.session ?? '', how);
    await shop.get(Settle).run(rows[0]?.session ?? '', 'test', 'stripe');
  };
  const isWhole = async () => expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);

  test('what was in stock at the moment of the backup is off sale, and what comes in later is sold', async () => {
    const taken = quarantine();
    shop.clock.advance(1000);
    expect(await taken).toMatchObject({ kept: 0, later: 0 });
    expect(await free()).toBe(0);
    await upload('FRESH');
    expect(await free()).toBe(1);
    expect(await keyTextsOf(shop, await buy(shop, provider, { kinguinId }))).toEqual([`FRESH-${kinguinId}`]);
    await shop.get(ApplyStockChanges).run();
    const level = (await owner.call('GET', `/ops/stock?product=${kinguinId}`)).json<{ items: StockItem[] }>().items[0];
    expect(level).toMatchObject({ available: 0, quarantined: 3, sold: 1 });
    expect((await audited(shop, 'keys.quarantine')).at(-1)).toMatchObject({
      key_name: 'command:keys-quarantine',
      subject_id: 'quarantine',
    });
    await isWhole();
  });

  test('a second run takes nothing more, and reports keys on sale that came in after its moment', async () => {
    const moment = shop.clock.now();
    await quarantine();
    shop.clock.advance(1000);
    await upload('LATER');
    expect(await shop.get(QuarantineKeys).run(moment, by)).toEqual({ taken: 0, kept: 0, later: 1 });
    expect(await free()).toBe(1);
  });

  test('a moment in the future is refused, and nothing is quarantined', async () => {
    await expect(shop.get(QuarantineKeys).run(new Date(shop.clock.now().getTime() + 1), by)).rejects.toThrow('lies ahead');
    expect(await free()).toBe(3);
  });

  test('an unpaid order of the backup gets the keys that it has reserved, however late its payment is heard of', async () => {
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    expect(await quarantine()).toMatchObject({ kept: 1 });
    shop.clock.advance(DAY_MS);
    await shop.get(ReleaseLapsed).run();
    await end(order, { outcome: 'paid' });
    expect(await keyTextsOf(shop, order)).toEqual([`KEY-${kinguinId}-0`]);
    await isWhole();
  });

  test('the keys of an order that ends without a payment do not come on sale again', async () => {
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    await quarantine();
    await end(order, { outcome: 'expired' });
    expect(await states()).toEqual(['quarantined', 'quarantined', 'quarantined']);
    expect(await free()).toBe(0);
    await isWhole();
  });

  test('reserved keys without an answer of the provider go into quarantine when their reservation expires', async () => {
    await buy(shop, provider, { kinguinId, isPaid: false });
    await quarantine();
    shop.clock.advance(31 * DAY_MS);
    expect(await free()).toBe(0);
    await shop.get(ReleaseLapsed).run();
    expect(await states()).toEqual(['quarantined', 'quarantined', 'quarantined']);
  });

  test('keys reserved for an order that can no longer be settled are quarantined', async () => {
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    await end(order, { outcome: 'paid', amountMinor: 1 });
    expect(await states()).toEqual(['reserved', 'available', 'available']);
    expect(await quarantine()).toMatchObject({ kept: 0 });
    expect(await states()).toEqual(['quarantined', 'quarantined', 'quarantined']);
    await isWhole();
  });

  test('a sold key that a refund brings back does not come on sale again', async () => {
    const order = await buy(shop, provider, { kinguinId, isDelivered: false });
    await quarantine();
    expect((await owner.call('POST', `/ops/orders/${order}/refund`, { everything: true, reason })).status).toBeLessThan(300);
    expect(await states()).toEqual(['quarantined', 'quarantined', 'quarantined']);
    expect(await free()).toBe(0);
    await isWhole();
  });

  const ids = async () =>
    (await shop.database.query<{ id: string }>('select id from stock_key where product_id = $1 order by added_at, id', [product])).rows;

  test('an owner releases one key with a reason, which is noted; a key that is not in quarantine is a conflict', async () => {
    await quarantine();
    const [first] = await ids();
    const release = () => owner.call('POST', `/ops/keys/${first?.id}/release`, { reason });
    expect((await release()).status).toBe(204);
    expect(await states()).toEqual(['available', 'quarantined', 'quarantined']);
    expect((await audited(shop, 'keys.release')).at(-1)).toMatchObject({ subject_id: first?.id, reason });
    expect((await release()).status).toBe(409);
    expect((await owner.call('POST', '/ops/keys/nothing/release', { reason })).status).toBe(404);
    // It can be sold again.
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    await end(order, { outcome: 'expired' });
    expect(await free()).toBe(1);
    await isWhole();
  });

  test('the newest keys of a product are released, and all of them', async () => {
    await quarantine();
    const release = async (body: object) => (await owner.call('POST', `/ops/stock/${kinguinId}/release`, { reason, ...body })).json();
    expect(await release({ newest: 2 })).toMatchObject({ dryRun: false, released: 2, quarantined: { restore: 3 } });
    expect(await states()).toEqual(['quarantined', 'available', 'available']);
    expect(await release({})).toMatchObject({ released: 1, quarantined: { restore: 1 } });
    expect((await audited(shop, 'keys.release')).at(-1)).toMatchObject({ subject_id: product, after: { released: 1, cause: 'restore' } });
    await isWhole();
  });

  test('all products but those that were sold are released; a name that fits none releases nothing', async () => {
    await quarantine();
    const release = (soldSince: string[]) => owner.call('POST', '/ops/stock/release', { soldSince, reason });
    const wrong = await release([String(kinguinId), '999999']);
    expect([wrong.status, wrong.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([404, 'soldSince']);
    expect(await free(other)).toBe(0);
    expect((await release([String(kinguinId)])).json<{ released: number }>().released).toBeGreaterThanOrEqual(3);
    expect([await free(), await free(other)]).toEqual([0, 3]);
    await isWhole();
  });

  test('who waits for a key gets the one that is released', async () => {
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    await end(order, { outcome: 'expired' });
    await quarantine();
    await end(order, { outcome: 'paid' });
    expect(await keyTextsOf(shop, order)).toEqual([]);
    await owner.call('POST', `/ops/stock/${kinguinId}/release`, { reason, newest: 1 });
    expect(await states()).toEqual(['quarantined', 'quarantined', 'reserved']);
    await isWhole();
  });

  test('a key in quarantine that turns out to be sold is burnt', async () => {
    await quarantine();
    const [first] = await ids();
    expect((await owner.call('POST', `/ops/keys/${first?.id}/burn`, { reason: 'A buyer has it' })).status).toBe(204);
    expect(await states()).toEqual(['burnt', 'quarantined', 'quarantined']);
  });
}
