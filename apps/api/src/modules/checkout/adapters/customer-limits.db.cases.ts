import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { audited, operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { buyer, cartLine } from '../../../testing/products.ts';
import { customerLimitsContract } from '../../cart-validation/testing/customer-limits.contract.ts';
import { CustomerLimits } from '../../cart-validation/application/customer-limits.ts';
import { Settle } from '../../payments/application/settle.ts';
import { CheckoutTestShop } from '../testing/checkout-test-shop.ts';

const DAY_MS = 86_400_000;

export function customerLimits(): void {
  const fixture = new CheckoutTestShop();
  let staff: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    await fixture.open();
    staff = await operator(fixture.shop, 'catalogue');
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.clear();
    await fixture.shop.database.query('delete from customer_limit');
  });

  describe('limits per customer in PostgreSQL', () =>
    customerLimitsContract(async () => {
      const { rows } = await fixture.shop.database.query<{ id: string }>('select id from product order by id limit 2');
      return { limits: fixture.shop.get(CustomerLimits), products: rows.map(({ id }) => id) };
    }));

  const limit = (body: object, product = 1) => staff.call('PUT', `/ops/customer-limits/${product}`, { reason: 'Resellers', ...body });
  let networks = 0;
  const elsewhere = () => `10.0.${(networks += 1)}.1`;
  const buy = (quantity: number, email: string, token?: string, remoteAddress = elsewhere(), cookie?: string) =>
    fixture.shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      remoteAddress,
      headers: { ...(token !== undefined && { authorization: token }), ...(cookie !== undefined && { cookie }) },
      payload: { cart: [cartLine(1, quantity)], data: { ...buyer, email }, currency: 'EUR' },
    });

  test('paid and open pieces of a mailbox count for so many days; the answer has the line as it can be bought and the limit', async () => {
    expect((await limit({ pieces: 3, days: 7 })).status).toBe(204);
    const first = await buy(2, 'a.da+1@gmail.com');
    expect(first.statusCode).toBe(201);
    fixture.provider.become(first.json<{ id: string }>().id, { outcome: 'paid' });
    await fixture.shop.get(Settle).run(first.json<{ id: string }>().id, 'test', 'stripe');
    const refused = await buy(2, 'ada@gmail.com');
    expect([refused.statusCode, refused.json<{ lines: object[] }>().lines[0]]).toEqual([
      409,
      expect.objectContaining({ status: 'adjusted', quantity: 1, customerLimit: { pieces: 3, days: 7 } }),
    ]);
    expect((await buy(1, 'ada@gmail.com', undefined, '192.0.2.1')).statusCode).toBe(201);
    const none = await buy(1, 'ADA@googlemail.com', undefined, '192.0.2.2');
    expect(none.json()).toMatchObject({ statusCode: 409, lines: [{ status: 'removed', customerLimit: { pieces: 3, days: 7 } }] });
    expect((await buy(3, 'bob@gmail.com')).statusCode).toBe(201);
    await fixture.clear();
    fixture.shop.clock.advance(7 * DAY_MS + 1);
    expect((await buy(3, 'ada@gmail.com')).statusCode).toBe(201);
  });

  test('the open checkout of a stranger leaves the owner of the e-mail address what the limit allows, logged in or not', async () => {
    await limit({ pieces: 2, days: 30 });
    const owner = await addUser(fixture.shop, 'owner');
    expect((await buy(2, owner.email)).statusCode).toBe(201);
    expect((await buy(2, owner.email, owner.token)).statusCode).toBe(201);
    expect((await buy(2, 'a.stranger@example.com')).statusCode).toBe(201);
    expect((await buy(2, 'a.stranger@example.com')).statusCode).toBe(201);
  });

  test('an account counts with each of its e-mail addresses, and the check of its cart says so before the checkout', async () => {
    await limit({ pieces: 2, days: 30 });
    const { token } = await addUser(fixture.shop, 'limited');
    expect((await buy(1, 'one@example.com', token)).statusCode).toBe(201);
    expect((await buy(2, 'two@example.com', token)).statusCode).toBe(409);
    const check = (authorization?: string) =>
      fixture.shop.app.inject({
        method: 'POST',
        url: '/cart-validation',
        headers: authorization === undefined ? {} : { authorization },
        payload: { cart: [cartLine(1, 3)], currency: 'EUR' },
      });
    expect((await check(token)).json()).toMatchObject({ lines: [{ status: 'adjusted', quantity: 1 }] });
    // Nobody may have more than the limit; what a visitor has bought is not known yet.
    for (const visitor of [await check(), await check('Bearer stale')])
      expect(visitor.json()).toMatchObject({ lines: [{ status: 'adjusted', quantity: 2, customerLimit: { pieces: 2, days: 30 } }] });
  });

  test('parallel checkouts of one customer hold no more together than the limit, by mailbox and by account', async () => {
    await limit({ pieces: 2, days: 30 });
    const { token } = await addUser(fixture.shop, 'hasty');
    const byMailbox = Array.from({ length: 6 }, (_, index) => buy(1, `eve+${index}@example.com`, undefined, '198.51.100.1'));
    const byAccount = Array.from({ length: 6 }, (_, index) => buy(1, `account-${index}@example.com`, token));
    for (const answers of [await Promise.all(byMailbox), await Promise.all(byAccount)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  test('parallel checkouts of one browser hold no more together than the limit, by mailbox and by account', async () => {
    await limit({ pieces: 2, days: 30 });
    const { token } = await addUser(fixture.shop, 'many-tabs');
    for (const authorization of [undefined, token]) {
      await fixture.clear();
      const cookie = `browser=${'p'.repeat(43)}`;
      await Promise.all(Array.from({ length: 6 }, () => buy(2, 'tabs@example.com', authorization, '198.51.100.2', cookie)));
      const { rows } = await fixture.shop.database.query(
        `select lines -> 0 ->> 'quantity' as pieces from shop_order where status = 'pending'`,
      );
      expect(rows).toEqual([{ pieces: '2' }]);
    }
  });

  test('staff sets a limit with a reason, sees it, and removes it', async () => {
    await limit({ pieces: 2, days: 30 });
    const items = async () => (await staff.call('GET', '/ops/customer-limits')).json<{ items: object[] }>().items;
    expect(await items()).toMatchObject([{ pieces: 2, days: 30 }]);
    await limit({ pieces: 1, days: 30 });
    const changed = (await audited(fixture.shop, 'products.customer-limit')).at(-1);
    expect(changed).toMatchObject({ before: { pieces: 2, days: 30 }, after: { pieces: 1, days: 30 }, reason: 'Resellers' });
    for (const body of [{ pieces: 0, days: 1 }, { pieces: 1, days: 0 }, { pieces: 1.5, days: 1 }, { days: 1 }])
      expect((await limit(body)).status).toBe(400);
    expect((await limit({ pieces: 1, days: 1 }, 999)).status).toBe(404);
    const remove = () => staff.call('DELETE', '/ops/customer-limits/1?reason=Over');
    expect([(await remove()).status, (await remove()).status, await items()]).toEqual([204, 404, []]);
    expect((await buy(5, 'ada@example.com')).statusCode).toBe(201);
  });
}
