import { expect, test } from '@jest/globals';
import { type AccountTestShop, ada } from '../testing/account-test-shop.ts';

export function sessions(fixture: AccountTestShop): void {
  const { post, profile, logIn } = fixture;

  test('of ten wrong passwords at a time, three are looked at', async () => {
    await post('signup', ada);
    const tries = Array.from({ length: 10 }, (_, index) =>
      fixture.shop.app.inject({
        method: 'POST',
        url: '/user/login',
        payload: { email: ada.email, password: `wrong ${index}` },
        remoteAddress: `192.0.2.${index}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(3).fill(401), ...Array<number>(7).fill(403)]);
  });

  test('logging out everywhere ends every login', async () => {
    await post('signup', ada);
    const tokens = [await logIn(), await logIn()];
    expect((await post('logout-everywhere', {}, tokens[0])).statusCode).toBe(200);
    for (const token of tokens) expect((await profile(token)).statusCode).toBe(401);
  });

  test('logging out ends this login for good, for every process, and leaves the others of the account', async () => {
    await post('signup', ada);
    const [here, elsewhere] = [await logIn(), await logIn()];
    const answer = await post('logout', {}, `Bearer ${here}`);
    expect([answer.statusCode, answer.headers['cache-control'], answer.json()]).toEqual([
      200,
      'no-store',
      { message: 'You are logged out.' },
    ]);
    expect((await profile(here)).statusCode).toBe(401);
    expect((await post('logout', {}, here)).statusCode).toBe(401);
    expect((await profile(elsewhere)).statusCode).toBe(200);
    fixture.shop.clock.advance(86_000_000);
    expect((await profile(here)).statusCode).toBe(401);
  });

  test('what is noted of a login that was ended does not give the login away, and goes with it', async () => {
    await post('signup', ada);
    const token = await logIn();
    await post('logout', {}, token);
    const { rows } = await fixture.shop.database.query<{ ends_at: Date }>('select * from single_use');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.ends_at.getTime()).toBe(fixture.shop.clock.now().getTime() + 86_400_000);
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
  });

  test('nothing is ended without a good token', async () => {
    for (const token of [undefined, '', 'Bearer', 'forged']) expect((await post('logout', {}, token)).statusCode).toBe(401);
  });
}
