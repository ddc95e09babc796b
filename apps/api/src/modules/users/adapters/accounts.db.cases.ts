import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { Throttle } from '../../../shared/ports.ts';
import { type AccountTestShop, ada } from '../testing/account-test-shop.ts';

export function accounts(fixture: AccountTestShop): void {
  const { post, logIn, passwords } = fixture;

  async function work(call: () => PromiseLike<unknown>): Promise<{ queries: string[]; hashes: number }> {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    const before = passwords.work;
    await call();
    // Other processes are notified of new rows a moment after the call that wrote them, whichever call is measured by then.
    const queries = query.mock.calls.map(([asked]) => textOf(asked)).filter((text) => !text.startsWith('select pg_notify(channel'));
    query.mockRestore();
    return { queries, hashes: passwords.work - before };
  }

  describe('known and unknown addresses', () => {
    beforeEach(async () => {
      await post('signup', ada);
      await fixture.shop.database.query('delete from rate_limit');
      // The first call of each warms up statements and connections.
      for (const email of ['warm@example.com', 'warm@example.com']) {
        await post('signup', { ...ada, email });
        await post('login', { email, password: 'wrong' });
        await post('forgot-password', { email });
        await post('resend-verification', { email });
      }
      await fixture.shop.database.query('delete from rate_limit');
      // The throttle's occasional cleanup, which is not compared.
      Object.assign(fixture.shop.get(Throttle), { count: 0 });
    });

    test.each([
      ['signup', (email: string) => post('signup', { ...ada, email }), 1],
      ['login', (email: string) => post('login', { email, password: 'wrong' }), 1],
      ['forgot', (email: string) => post('forgot-password', { email }), 0],
      ['resend-verification', (email: string) => post('resend-verification', { email }), 0],
    ] as const)('%s answers both the same, for as many hashes and the very same queries', async (_call, send, hashes) => {
      const answers: { statusCode: number; body: string }[] = [];
      const measure = (email: string) => work(async () => answers.push(await send(email)));
      const [known, unknown] = [await measure('ada@example.com'), await measure('nobody@example.com')];
      expect(known).toEqual(unknown);
      expect(known.hashes).toBe(hashes);
      expect(known.queries.length).toBeGreaterThan(2);
      expect(answers[0]?.statusCode).toBe(answers[1]?.statusCode);
      expect(answers[0]?.body).toBe(answers[1]?.body);
    });

    test.each(['forgot-password', 'resend-verification'])('%s looks up nobody: there is no time that could tell', async (call) => {
      const { queries } = await work(() => post(call, { email: 'ada@example.com' }));
      expect(queries.filter((text) => text.includes('account_token'))).toHaveLength(1);
      expect(queries.filter((text) => text.includes('shop_user'))).toEqual([]);
    });
  });

  test('names are changed alone or together, and nothing else is', async () => {
    await post('signup', ada);
    const authorization = await logIn();
    const patch = (payload: object) =>
      fixture.shop.app.inject({ method: 'PATCH', url: '/user/profile', payload, headers: { authorization } });
    expect((await patch({ lastname: ' Świątek ' })).json()).toMatchObject({
      username: 'Ada',
      lastname: 'Świątek',
      email: 'ada@example.com',
    });
    for (const [payload, field] of [
      [{ email: 'eve@example.com' }, 'email'],
      [{ username: '' }, 'username'],
      [{ username: 'a\u202eb' }, 'username'],
      [{ lastname: ['x'] }, 'lastname'],
      [JSON.parse('{"__proto__x": 1}') as object, '__proto__x'],
    ] as const)
      expect((await patch(payload)).json()).toMatchObject({ statusCode: 400, details: [{ field }] });
  });

  test.each([
    [{ ...ada, username: 'x'.repeat(101) }, 'username'],
    [{ ...ada, username: 'a\nb' }, 'username'],
    [{ ...ada, lastname: '   ' }, 'lastname'],
    [{ ...ada, email: 'ada@' }, 'email'],
    [{ ...ada, email: `${'a'.repeat(250)}@b.co` }, 'email'],
    [{ ...ada, email: ['ada@example.com'] }, 'email'],
    [{ ...ada, password: 'short' }, 'password'],
    [{ ...ada, password: 'x'.repeat(129) }, 'password'],
    [{ ...ada, password: 'a green\u0007bicycle' }, 'password'],
    [{ ...ada, password: 'P4ssw0rd!2026' }, 'password'],
    [{ ...ada, password: 'ada@example.com' }, 'password'],
    [{ ...ada, isAdmin: true }, 'isAdmin'],
    [{ ...ada, email: undefined }, 'email'],
  ])('signup refuses %j, naming %s, and stores nothing', async (body, field) => {
    const answer = await post('signup', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ field }] });
    expect((await fixture.shop.database.query('select 1 from shop_user')).rowCount).toBe(0);
  });
}

/** The text of a query, without its values. */
function textOf(asked: unknown): string {
  const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
  return String(text).replace(/'(?:[^']|'')*'/g, '?');
}
