import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../platform/http/openapi/openapi.ts';
import { type Call, type ValidCall, validCalls, openShop } from './bad-input/valid-calls.ts';
import { type Operation, operationsOf } from './bad-input/schema.ts';
import { send } from './bad-input/sending.ts';
import { addUser } from './people.ts';
import type { TestShop } from './test-shop.ts';
import { callsThatTakeTokens, callsWithMisplacedGuards } from './token-routes.ts';

const namesRow = ({ path }: Operation) => path.includes('{id}') || path.includes('{provider}');

export function ownership(): void {
  /** What works without a token, too. */
  const OPEN_TO_ALL: ReadonlySet<string> = new Set(['createPaymentCheckout', 'validateCart', 'verifyEmail']);
  /** Who reviews has bought. */
  const NEEDS_PURCHASE: ReadonlySet<string> = new Set(['addReview']);

  let shop: TestShop;
  let good: Record<string, ValidCall>;
  let operations: Operation[];
  let ownersToken: string;
  /** Data of the owner only: in an order, the wishlist, the account. */
  let words: string[];
  let strangers = 0;

  beforeAll(async () => {
    shop = await openShop();
    good = await validCalls(shop);
    operations = operationsOf(openApiDocument(shop.app)).filter(({ takesToken }) => takesToken);
    ownersToken = (await good.getWishlist?.())?.headers?.authorization ?? '';
    const { rows: products } = await shop.database.query<{ id: string }>(`select id from product where name = 'Writer Pro'`);
    const wish = products[0]?.id ?? '';
    await call(operation('mergeWishlist'), ownersToken, { body: { items: [wish], removed: [] } });
    const { rows } = await shop.database.query<{ id: string; number: string }>(
      `select id, number from shop_order where status = 'completed'`,
    );
    words = [rows[0]?.id ?? '', rows[0]?.number ?? '', wish, 'owner@example.com', 'KEY-1-'];
  });
  afterAll(() => shop.close());

  function operation(id: string): Operation {
    const found = operations.find((one) => one.id === id);
    if (!found) throw new Error(`No operation with a token is called ${id}.`);
    return found;
  }
  /** The owner's valid call, with the token of another account. */
  async function call(one: Operation, token: string | null, other?: Call) {
    const given = other ?? (await good[one.id]?.()) ?? {};
    const headers = Object.entries(given.headers ?? {}).filter(([name]) => name !== 'authorization');
    return send(shop, one, { ...given, headers: { ...Object.fromEntries(headers), ...(token !== null && { authorization: token }) } });
  }
  /** A new one each time: some calls end all the logins of who makes them. */
  const stranger = async () => (await addUser(shop, `stranger${(strangers += 1)}`)).token;

  /** Everything that is the owner's. */
  async function owned(): Promise<unknown[]> {
    const tables = [
      ['shop_user', 'id'],
      ['wishlist_item', 'user_id'],
      ['shop_order', 'user_id'],
      ['review', 'user_id'],
    ];
    const rows: unknown[] = [];
    for (const [table, column] of tables)
      rows.push((await shop.database.query(`select * from ${table} where ${column} = 'owner' order by 1, 2`)).rows);
    return rows;
  }

  test('what is described to take a token is what takes one', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(callsThatTakeTokens(shop).toSorted());
  });

  test('who calls is asked wherever it is read, and after the call was counted', () => {
    expect(callsWithMisplacedGuards(shop)).toEqual([]);
  });

  test('the walk finds the routes that it is for, and knows what each id in an address names', () => {
    expect(operations.length).toBeGreaterThanOrEqual(8);
    const withIds = operations.filter(({ path }) => path.includes('{')).map(({ method, path }) => `${method} ${path}`);
    // A new one belongs here, with a row of its own for the stranger to ask for.
    expect(withIds.filter((route) => route.includes('{id}')).toSorted()).toEqual([
      'DELETE /user/sessions/{id}',
      'GET /order/{id}/keys',
      'POST /order/{id}/resend',
    ]);
  });

  test('what names one row of an owner is 404 for a stranger, 401 for nobody, and there for the owner', async () => {
    for (const one of operations.filter(namesRow)) {
      const answers = [await call(one, await stranger()), await call(one, null), await call(one, 'forged'), await call(one, ownersToken)];
      const [strangers, nobodys, forged, owners] = answers.map(({ status }) => status);
      expect([one.id, strangers, nobodys, forged]).toEqual([one.id, 404, 401, 401]);
      expect([200, 202]).toContain(owners);
    }
  });

  test('every route answers a stranger with what is theirs, and neither shows nor changes anything of the owner', async () => {
    const before = await owned();
    expect(before.map((rows) => (rows as unknown[]).length > 0).slice(0, 3)).toEqual([true, true, true]);
    for (const one of operations) {
      const { status, text } = await call(one, await stranger());
      const expected = namesRow(one) ? status === 404 : NEEDS_PURCHASE.has(one.id) ? status === 403 : status < 300;
      expect([one.id, expected ? 'as it should be' : `${status} ${text}`]).toEqual([one.id, 'as it should be']);
      expect([one.id, words.filter((word) => text.includes(word))]).toEqual([one.id, []]);
    }
    expect(await owned()).toEqual(before);
  });

  test('the owner finds all of it', async () => {
    const texts: string[] = [];
    for (const id of ['getWishlist', 'listOrders', 'getProfile', 'revealOrderKeys'])
      texts.push((await call(operation(id), ownersToken)).text);
    expect(words.filter((word) => !texts.join().includes(word))).toEqual([]);
  });

  test('every route that needs a token is closed without one, whatever is sent along', async () => {
    for (const one of operations.filter(({ id }) => !OPEN_TO_ALL.has(id)))
      for (const token of [null, 'forged']) expect([one.id, (await call(one, token)).status]).toEqual([one.id, 401]);
  });
}
