import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../testing/until.ts';

export function lookAtKeyCases(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;
  let supporter: Awaited<ReturnType<typeof operator>>;
  let product: string;

  beforeAll(async () => {
    shop = await testShop();
    [product = ''] = await addProducts(shop, [{ kinguinId: 1 }]);
    owner = await operator(shop, 'owner');
    supporter = await operator(shop, 'support');
  });
  afterAll(() => shop.close());
  beforeEach(() =>
    shop.database.query('delete from stock_key; delete from stock_change; delete from rate_limit; update listing set stock = 0'),
  );

  const stock = async () =>
    (await shop.database.query<{ stock: number }>('select stock from listing where product_id = $1', [product])).rows[0]?.stock;
  const stateOf = async (id: string) =>
    (await shop.database.query<{ state: string }>('select state from stock_key where id = $1', [id])).rows[0]?.state;

  async function oneKey({ isSold = false } = {}): Promise<string> {
    await owner.upload('/ops/keys?product=1', [['file', 'LOOK-AT-ME', 'keys.txt']]);
    const { items } = (await owner.call('GET', '/ops/keys?product=1&state=available')).json<{ items: { id: string }[] }>();
    const id = items[0]?.id ?? '';
    if (isSold) await shop.database.query(`update stock_key set state = 'sold', order_id = 'somebody' where id = $1`, [id]);
    return id;
  }

  test('an owner views an unsold key with a reason, which is recorded before, and it leaves sale until it is released', async () => {
    const id = await oneKey();
    const reason = 'The buyer says that it is used';
    expect((await owner.call('POST', `/ops/keys/${id}/look`, { reason })).json()).toEqual({ id, kind: 'text', key: 'LOOK-AT-ME' });
    expect([await stateOf(id), await stock()]).toEqual(['quarantined', 0]);
    const noted = (await audited(shop, 'keys.look')).at(-1);
    expect(noted).toMatchObject({ subject_id: id, reason, after: { state: 'available' } });
    expect(JSON.stringify(noted)).not.toContain('LOOK-AT-ME');
    expect((await supporter.call('GET', '/ops/keys')).text).not.toContain('LOOK-AT-ME');
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
    expect((await owner.call('POST', `/ops/keys/${id}/release`)).status).toBe(204);
    expect([await stateOf(id), await stock()]).toEqual(['available', 1]);
  });

  test('support views what a buyer has, and no unsold key', async () => {
    const sold = await oneKey({ isSold: true });
    expect((await supporter.call('POST', `/ops/keys/${sold}/look`)).json()).toMatchObject({ key: 'LOOK-AT-ME' });
    await shop.database.query('delete from stock_key');
    const unsold = await oneKey();
    const before = await audited(shop, 'keys.look');
    const answer = await supporter.call('POST', `/ops/keys/${unsold}/look`);
    expect([answer.status, answer.text.includes('LOOK-AT-ME'), await stateOf(unsold)]).toEqual([403, false, 'available']);
    expect(await audited(shop, 'keys.look')).toEqual(before);
  });

  test('a view without a reason, or by the roles viewer or catalogue, is refused', async () => {
    const id = await oneKey({ isSold: true });
    const before = await audited(shop, 'keys.look');
    expect(
      (await supporter.call('POST', `/ops/keys/${id}/look`, { reason: '' })).json<{ details: { field: string }[] }>().details[0]?.field,
    ).toBe('reason');
    for (const one of [await operator(shop, 'viewer'), await operator(shop, 'catalogue')])
      expect((await one.call('POST', `/ops/keys/${id}/look`, { reason: 'I wonder' })).status).toBe(403);
    expect(await audited(shop, 'keys.look')).toEqual(before);
  });

  test('a key that a checkout is reserving is not seen, and the look waits for the checkout', async () => {
    const id = await oneKey();
    await shop.database.query('begin');
    await shop.database.query(
      `update stock_key set state = 'reserved', order_id = 'somebody', reserved_until = now() + interval '1 year' where id = $1`,
      [id],
    );
    const looking = owner.call('POST', `/ops/keys/${id}/look`);
    await untilOneWaits(shop.database);
    await shop.database.query('commit');
    const { status, text } = await looking;
    expect([status, text.includes('LOOK-AT-ME'), await stateOf(id)]).toEqual([409, false, 'reserved']);
  });

  test('of 21 looks within an hour the last is refused and raises an alert; the next hour counts anew', async () => {
    const id = await oneKey({ isSold: true });
    const look = () => supporter.call('POST', `/ops/keys/${id}/look`);
    const statuses: number[] = [];
    for (let time = 0; time < 21; time += 1) statuses.push((await look()).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    await look();
    const { rows } = await shop.database.query<{ about: string }>(`select about from alert where kind = 'key-looks'`);
    expect(rows).toHaveLength(1);
    expect((await owner.call('POST', `/ops/keys/${id}/look`)).status).toBe(200);
    shop.clock.advance(3_600_000);
    expect((await look()).status).toBe(200);
  });
}
