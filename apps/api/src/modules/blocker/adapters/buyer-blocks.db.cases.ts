import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { audited, operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { BuyerBlocks } from '../application/buyer-blocks.ts';
import { buyerBlocksContract } from '../testing/buyer-blocks.contract.ts';

export function buyerBlocks(): void {
  let shop: TestShop;
  let support: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: PaymentProvider, useValue: new InMemoryPaymentProvider() }] });
    await addProducts(shop, [{ kinguinId: 1, keys: 20 }]);
    support = await operator(shop, 'support');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from blocked_buyer'));

  describe('blocks of buyers in PostgreSQL', () =>
    buyerBlocksContract(async () => ({
      blocks: shop.get(BuyerBlocks),
      clock: shop.clock,
      add: async ({ kind, value, reason, endsAt }) => {
        await shop.database.query('insert into blocked_buyer values ($1, $2, $3, $4, now(), $5, $6)', [
          `${kind} ${value}`,
          kind,
          value,
          reason,
          'test',
          endsAt,
        ]);
      },
    })));

  const block = (kind: string, value: string, more: object = {}) =>
    support.call('PUT', '/ops/blocker/buyers', { kind, value, reason: 'Chargebacks', ...more });
  const list = async (query = '') =>
    (await support.call('GET', `/ops/blocker/buyers${query}`)).json<{ items: { id: string; value: string; reason: string }[] }>().items;
  const pay = (email: string, token?: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      headers: token === undefined ? {} : { authorization: token },
      payload: { cart: [cartLine(1)], data: { ...buyer, email }, currency: 'EUR' },
    });

  test('a checkout with a blocked e-mail, domain or account is refused with a neutral sentence, until it is freed', async () => {
    const { id: account, token } = await addUser(shop, 'blockedaccount'.padEnd(26, '0'));
    await block('email', 'eve@gmail.com');
    await block('domain', 'bad.example');
    await block('account', account);
    for (const answer of [await pay('E.ve+2@gmail.com'), await pay('x@mail.bad.example'), await pay('ada@example.com', token)])
      expect(answer.json()).toEqual({
        statusCode: 403,
        error: 'Forbidden',
        message: 'We cannot accept this order. Nothing was charged. If you think that this is a mistake, please write to us.',
      });
    expect((await shop.database.query('select 1 from shop_order')).rowCount).toBe(0);
    for (const { id } of await list()) expect((await support.call('DELETE', `/ops/blocker/buyers/${id}?reason=Mistake`)).status).toBe(204);
    expect((await pay('eve@gmail.com', token)).statusCode).toBe(201);
  });

  test('a value is blocked once, in any spelling: a second call changes reason and end; the audit log names no value', async () => {
    const first = (await block('email', 'Eve@Example.com')).json<{ id: string }>();
    const again = await block('email', 'eve+x@example.com', { reason: 'Still', endsAt: '2026-11-30' });
    expect(again.json()).toEqual({ id: first.id, value: 'eve@example.com' });
    await block('domain', 'bad.example');
    const eve = { id: first.id, kind: 'email', value: 'eve@example.com', reason: 'Still', endsAt: '2026-12-01T00:00:00.000Z' };
    expect(await list('?kind=email&value=EVE%40example.com')).toMatchObject([{ ...eve, blockedBy: expect.any(String) }]);
    expect(await list('?kind=domain')).toMatchObject([{ value: 'bad.example', endsAt: null }]);
    const lines = await audited(shop, 'blocker.buyer');
    expect(lines.at(-2)).toMatchObject({ subject_id: first.id, after: { kind: 'email', endsAt: eve.endsAt }, reason: 'Still' });
    expect(JSON.stringify(lines)).not.toContain('eve@');
  });

  test.each([
    [{ kind: 'email', value: 'eve' }, 'value'],
    [{ kind: 'card', value: '4242424242424242 ?' }, 'value'],
    [{ kind: 'domain', value: 'com' }, 'value'],
    [{ kind: 'name', value: 'Eve' }, 'kind'],
    [{ kind: 'domain', value: 'bad.example', endsAt: '2020-01-01' }, 'endsAt'],
    [{ kind: 'domain', value: 'bad.example', reason: '' }, 'reason'],
  ])('%j is refused, naming %s', async (body, field) => {
    const answer = await support.call('PUT', '/ops/blocker/buyers', { reason: 'Test', ...body });
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
    expect(await list()).toEqual([]);
  });

  test('what is not blocked cannot be freed', async () => {
    expect((await support.call('DELETE', '/ops/blocker/buyers/nothing?reason=Test')).status).toBe(404);
  });
}
