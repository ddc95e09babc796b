import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { operator } from '../../../testing/operators.ts';
import { addProducts, keyStates } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys, QuarantineKeys } from '../index.ts';
import type { ReleasedAnswer } from './stock-ops.dto.ts';

const by = { keyId: 'command', name: 'command:keys-quarantine', role: 'owner', requestId: null, address: null } as const;
const reason = 'Stripe shows no payment';
const none = { restore: 0, upload: 0, look: 0, return: 0, unknown: 0 };

/** Keys whose return was refused: `returning-keys.db.cases.ts` of the suppliers. */
export function releaseByCause(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;
  let product: string;
  let kinguinId = 0;

  beforeAll(async () => {
    shop = await salesShop({ provider });
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());
  /** A product with two keys, the older of which an unpaid order holds. */
  let order: string;
  beforeEach(async () => {
    [product = ''] = await addProducts(shop, [{ kinguinId: (kinguinId += 1), keys: 2 }]);
    order = await buy(shop, provider, { kinguinId, isPaid: false });
  });

  const quarantine = () => shop.get(QuarantineKeys).run(shop.clock.now(), by);
  const states = () => keyStates(shop, product);
  const ids = async () =>
    (await shop.database.query<{ id: string }>('select id from stock_key where product_id = $1 order by added_at, id', [product])).rows;
  const release = async (body: object = {}, query = '') => {
    const { dryRun, released, quarantined } = (
      await owner.call('POST', `/ops/stock/${kinguinId}/release${query}`, { reason, ...body })
    ).json<ReleasedAnswer>();
    return { dryRun, released, quarantined };
  };
  const takeBack = async () => {
    const now = shop.clock.now().toISOString();
    await owner.call('POST', `/ops/stock/${kinguinId}/burn`, { from: now, to: now, reason: 'Used keys' });
  };
  const look = async (place: number) => owner.call('POST', `/ops/keys/${(await ids())[place]?.id}/look`, { reason: 'Is it used?' });
  const expire = async () => {
    const { rows } = await shop.database.query<{ session: string }>('select session_id as session from shop_order where id = $1', [order]);
    provider.become(rows[0]?.session ?? '', { outcome: 'expired' });
    await shop.get(Settle).run(rows[0]?.session ?? '', 'test', 'stripe');
  };
  /** One key of an upload that was taken back, one that an owner has seen, one that a restore took off sale, and a burnt one. */
  async function oneOfEach(): Promise<void> {
    await takeBack();
    await expire();
    shop.clock.advance(1000);
    for (const key of ['SEEN', 'FRESH'])
      await shop.get(AddKeys).run([{ productId: product, secret: { kind: 'text', key: `${key}-${kinguinId}` } }], 'test');
    await look(2);
    await quarantine();
    expect(await states()).toEqual(['quarantined', 'burnt', 'quarantined', 'quarantined']);
  }

  test('after a restore only what it took off sale is released: no keys of a bad upload, and none that an owner has seen', async () => {
    await oneOfEach();
    expect(await release()).toEqual({ dryRun: false, released: 1, quarantined: { ...none, restore: 1, upload: 1, look: 1 } });
    expect(await states()).toEqual(['quarantined', 'burnt', 'quarantined', 'available']);
    await owner.call('POST', '/ops/stock/release', { soldSince: [], reason });
    expect(await states()).toEqual(['quarantined', 'burnt', 'quarantined', 'available']);
    const list = (await owner.call('GET', `/ops/keys?product=${kinguinId}`)).json<{ items: { quarantineCause: string | null }[] }>();
    expect(list.items.flatMap(({ quarantineCause }) => quarantineCause ?? []).toSorted()).toEqual(['look', 'upload']);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('other keys are released by a call that names their cause, which is recorded', async () => {
    await oneOfEach();
    expect(await release({ cause: 'look' })).toMatchObject({ released: 1 });
    expect(await states()).toEqual(['quarantined', 'burnt', 'available', 'quarantined']);
    const all = await owner.call('POST', '/ops/stock/release', { soldSince: [], cause: 'upload', reason });
    expect(all.json<ReleasedAnswer>().released).toBeGreaterThanOrEqual(1);
    expect(await states()).toEqual(['available', 'burnt', 'available', 'quarantined']);
  });

  test('a dry run counts keys by cause and what would be released, and releases none', async () => {
    await oneOfEach();
    const quarantined = { ...none, restore: 1, upload: 1, look: 1 };
    expect(await release({}, '?dryRun=true')).toEqual({ dryRun: true, released: 1, quarantined });
    expect(await release({ cause: 'return', newest: 5 }, '?dryRun=true')).toEqual({ dryRun: true, released: 0, quarantined });
    const all = (await owner.call('POST', '/ops/stock/release?dryRun=true', { soldSince: [], reason })).json<ReleasedAnswer>();
    expect([all.dryRun, all.released]).toEqual([true, all.quarantined.restore]);
    expect(await states()).toEqual(['quarantined', 'burnt', 'quarantined', 'quarantined']);
  });

  test('a key of a bad upload is none of the restore, in whichever order both come', async () => {
    await quarantine();
    await takeBack();
    await expire();
    expect(await states()).toEqual(['quarantined', 'burnt']);
    expect(await release()).toEqual({ dryRun: false, released: 0, quarantined: { ...none, upload: 1 } });
    await quarantine();
    expect(await release()).toMatchObject({ released: 0 });
  });

  test('a key that an owner sees in quarantine is not released with the others', async () => {
    await quarantine();
    await look(1);
    expect(await release()).toEqual({ dryRun: false, released: 0, quarantined: { ...none, look: 1 } });
  });

  test('keys from before causes were stored stay until a call names them', async () => {
    await quarantine();
    await expire();
    await shop.database.query('update stock_key set quarantine_cause = null where product_id = $1', [product]);
    await look(1);
    await quarantine();
    expect(await release()).toEqual({ dryRun: false, released: 0, quarantined: { ...none, unknown: 2 } });
    expect(await release({ cause: 'unknown', newest: 1 })).toMatchObject({ released: 1 });
    expect(await states()).toEqual(['quarantined', 'available']);
  });

  test('a cause that does not exist is refused by name', async () => {
    await quarantine();
    for (const path of [String(kinguinId), '']) {
      const body = { reason, cause: 'all', ...(path === '' && { soldSince: [] }) };
      const answer = await owner.call('POST', `/ops/stock/${path}${path && '/'}release`, body);
      expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, 'cause']);
    }
    expect(await states()).not.toContain('available');
  });
}
