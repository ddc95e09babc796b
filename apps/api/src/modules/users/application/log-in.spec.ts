import { expect, jest, test } from '@jest/globals';
import { networkBuckets } from '../../../platform/limits/limited.ts';
import { CountingThrottle } from '../../../platform/limits/testing/counting-throttle.ts';
import { InMemorySingleUse } from '../../../platform/limits/testing/in-memory-single-use.ts';
import { ShopBusy } from '../../../shared/shop-busy.ts';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { LoginRefused, NotLoggedIn } from '../domain/account-errors.ts';
import { User } from '../domain/user.ts';
import {
  CountingPasswords,
  InMemoryAuthTrail,
  InMemorySessions,
  InMemoryUsers,
  ListedPasses,
  PlainTokens,
} from '../testing/in-memory-users.ts';
import { Authenticate } from './authenticate.ts';
import { LogIn } from './log-in.ts';
import { FREE_FAILURES } from './login-limits.ts';
import { LongestIdle, MOST_SESSIONS, OwnSessions } from './sessions.ts';

const HOUR_MS = 3_600_000;
const somewhere = { network: '1.2.3.4', browser: null };

async function shop() {
  const users = new InMemoryUsers();
  const passwords = new CountingPasswords();
  const captcha = new ListedPasses();
  const trail = new InMemoryAuthTrail();
  await users.add(
    new User({
      id: 'u1',
      email: 'Ada@Example.com',
      username: 'Ada',
      lastname: 'Buyer',
      passwordHash: 'hash of right',
      emailVerifiedAt: null,
      at: new Date('2026-03-01T12:00:00Z'),
      actor: 'test',
    }),
  );
  const tokens = new PlainTokens();
  const clock = new FixedClock();
  const ended = new InMemorySingleUse(clock);
  const rows = new InMemorySessions();
  const idle = new LongestIdle(HOUR_MS);
  const sessions = new OwnSessions(rows, tokens, ended, trail, new PlainTransaction(), clock, new CountingIds(), idle);
  const logIn = new LogIn(users, passwords, sessions, new CountingThrottle(), captcha, trail);
  const process = () => new Authenticate(users, ended, rows, trail, clock, idle);
  const authenticate = process();
  return {
    users,
    passwords,
    captcha,
    trail,
    tokens,
    clock,
    authenticate,
    /** As another process of the API lets it in. */
    enterElsewhere: (token: string) => process().run(tokens.read(token), () => somewhere),
    enter: (token: string, from = somewhere) => authenticate.run(tokens.read(token), () => from),
    sessions: () => sessions.list('u1', 1),
    as: (email: string, password: string, { network = '1.2.3.4', pass = null as string | null } = {}) =>
      logIn.run({ email, password, pass }, { network, browser: null }, networkBuckets('failed login', network, FREE_FAILURES)),
  };
}

test('a password that the shop was too busy to look at counts as no failure', async () => {
  const { as, passwords } = await shop();
  const look = jest.spyOn(passwords, 'isRight').mockRejectedValue(new ShopBusy());
  for (let tries = 0; tries <= FREE_FAILURES; tries += 1) await expect(as('ada@example.com', 'right')).rejects.toThrow(ShopBusy);
  look.mockResolvedValue(false);
  await expect(as('ada@example.com', 'wrong')).rejects.toThrow(LoginRefused);
});

test('the right password gives a token, however the address is spelt', async () => {
  const { as, enter } = await shop();
  const { token, username } = await as(' ADA@example.com ', 'right');
  expect(username).toBe('Ada');
  expect(await enter(token)).toEqual({
    id: 'u1',
    email: 'ada@example.com',
    username: 'Ada',
    lastname: 'Buyer',
    verifiedEmail: null,
    isEmailVerified: false,
    hasPassword: true,
  });
});

test('a token of a closed account is refused, also one that was issued while it was being closed', async () => {
  const { as, enter, users } = await shop();
  const { token } = await as('ada@example.com', 'right');
  const [ada] = users.users;
  Object.assign(ada!, { closedAt: new Date() });
  await expect(enter(token)).rejects.toThrow(NotLoggedIn);
});

test('a login that was not used for the longest time allowed ends for every process; one that is used goes on', async () => {
  const { as, enter, enterElsewhere, clock, sessions, trail } = await shop();
  const [used, idle] = [(await as('ada@example.com', 'right')).token, (await as('ada@example.com', 'right')).token];
  for (const login of [used, idle]) await enter(login);
  clock.advance(HOUR_MS / 2);
  await enter(used);
  clock.advance(HOUR_MS / 2 + 1);
  expect((await sessions()).map(({ seenAt }) => seenAt)).toEqual([new Date(clock.now().getTime() - HOUR_MS / 2 - 1)]);
  // A page makes several calls at once: none of them passes before it is known that the login has ended.
  for (const { status } of await Promise.allSettled([enter(idle), enter(idle), enter(idle)])) expect(status).toBe('rejected');
  await expect(enterElsewhere(idle)).rejects.toThrow(new NotLoggedIn());
  expect(await enter(used)).toMatchObject({ id: 'u1' });
  expect(await sessions()).toHaveLength(1);
  expect(trail.entries.at(-1)).toMatchObject({ event: 'session-end', method: 'session', userId: 'u1' });
});

test('a wrong password and an unknown address get the same answer for the same work', async () => {
  const { as, passwords } = await shop();
  await expect(as('ada@example.com', 'wrong')).rejects.toThrow(new LoginRefused());
  expect(passwords.work).toBe(1);
  await expect(as('nobody@example.com', 'right')).rejects.toThrow(new LoginRefused());
  expect(passwords.work).toBe(2);
});

test.each(['ada@example.com', 'nobody@example.com'])(
  'after three failures on %s no password is looked at without a fresh captcha, from whatever network',
  async (email) => {
    const { as, passwords, captcha } = await shop();
    for (let attempt = 0; attempt < 3; attempt += 1) await as(email, 'wrong', { network: `10.0.0.${attempt}` }).catch(() => undefined);
    await expect(as(email, 'right', { network: '5.6.7.8' })).rejects.toThrow('Please verify the captcha.');
    expect(passwords.work).toBe(3);
    captcha.passes.add('p1');
    await expect(as(email, 'wrong', { network: '5.6.7.8', pass: 'p1' })).rejects.toThrow(new LoginRefused());
    await expect(as(email, 'wrong', { network: '5.6.7.8', pass: 'p1' })).rejects.toThrow('Please verify the captcha.');
  },
);

test('who tries many accounts from one network needs a captcha for each, even after a login that went well', async () => {
  const { as, captcha } = await shop();
  for (const name of ['a', 'b', 'c']) await as(`${name}@example.com`, 'wrong').catch(() => undefined);
  await expect(as('ada@example.com', 'right')).rejects.toThrow('Please verify the captcha.');
  captcha.passes.add('p1');
  await expect(as('ada@example.com', 'right', { pass: 'p1' })).resolves.toMatchObject({ username: 'Ada' });
  await expect(as('ada@example.com', 'right')).rejects.toThrow('Please verify the captcha.');
});

test('who tries many accounts from the networks of one /48 needs a captcha after sixteen times as many, and neighbours do not', async () => {
  const { as, passwords } = await shop();
  for (let network = 0; network < 100; network += 1)
    for (let place = 0; place < 3; place += 1)
      await as(`${network}-${place}@example.com`, 'wrong', { network: `2001:db8:1:${(network * 256).toString(16)}::` }).catch(
        () => undefined,
      );
  expect(passwords.work).toBe(48);
  await expect(as('ada@example.com', 'right', { network: '2001:db8:2::' })).resolves.toMatchObject({ username: 'Ada' });
});

test('ten wrong passwords at a time are three looked at, and seven asked for a captcha', async () => {
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    const { as, passwords } = await shop();
    const tries = Array.from({ length: 10 }, (_, index) => as(email, `wrong ${index}`, { network: `10.0.0.${index}` }));
    const messages = (await Promise.allSettled(tries)).map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'in'));
    expect(messages.filter((message) => message === 'Please verify the captcha.')).toHaveLength(7);
    expect(passwords.work).toBe(3);
  }
});

test('each look at a password is noted with its outcome and network, an unknown address as nobody, and what a captcha stops is none', async () => {
  const { as, trail } = await shop();
  await as('ada@example.com', 'right');
  await as('nobody@example.com', 'right', { network: '5.6.7.8' }).catch(() => undefined);
  for (const network of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
    await as('ada@example.com', 'wrong', { network }).catch(() => undefined);
  expect(trail.entries.map(({ userId, event, network }) => [userId, event, network])).toEqual([
    ['u1', 'login', '1.2.3.4'],
    [null, 'failure', '5.6.7.8'],
    ['u1', 'failure', '10.0.0.1'],
    ['u1', 'failure', '10.0.0.2'],
    ['u1', 'failure', '10.0.0.3'],
  ]);
});

test('logins that go well never lead to a captcha, however many come from one network', async () => {
  const { as } = await shop();
  for (let time = 0; time < 10; time += 1) await expect(as('ada@example.com', 'right')).resolves.toMatchObject({ username: 'Ada' });
});

test('a login that went well forgives the failures of its account', async () => {
  const { as } = await shop();
  const from = (network: string) => ({ network });
  await as('ada@example.com', 'wrong', from('10.0.0.1')).catch(() => undefined);
  await as('ada@example.com', 'wrong', from('10.0.0.2')).catch(() => undefined);
  await as('ada@example.com', 'right', from('10.0.0.3'));
  await as('ada@example.com', 'wrong', from('10.0.0.4')).catch(() => undefined);
  await expect(as('ada@example.com', 'right', from('10.0.0.5'))).resolves.toMatchObject({ username: 'Ada' });
});

test('a token of an earlier version or of nobody lets nobody in', async () => {
  const { enter } = await shop();
  for (const token of ['u1 0 1', 'u2 1 1']) await expect(enter(token)).rejects.toThrow(NotLoggedIn);
});

test('a token that was ended lets nobody in, cannot be ended twice, and takes no other along', async () => {
  const { as, enter, tokens, authenticate, sessions } = await shop();
  const login = async () => (await as('ada@example.com', 'right')).token;
  const [one, other] = [await login(), await login()];
  await authenticate.end(tokens.read(one), somewhere);
  await expect(enter(one)).rejects.toThrow(NotLoggedIn);
  await expect(authenticate.end(tokens.read(one), somewhere)).rejects.toThrow(NotLoggedIn);
  await expect(enter(other)).resolves.toMatchObject({ id: 'u1' });
  expect(await sessions()).toMatchObject([{ id: tokens.read(other).id }]);
});

test('one login more than an account may have ends the one that was not seen for the longest time', async () => {
  const { as, enter, clock, sessions, trail } = await shop();
  const first = (await as('ada@example.com', 'right')).token;
  const second = (await as('ada@example.com', 'right')).token;
  clock.advance(1);
  await enter(first);
  for (let more = 2; more < MOST_SESSIONS; more += 1) await as('ada@example.com', 'right');
  expect(await sessions()).toHaveLength(MOST_SESSIONS);
  await as('ada@example.com', 'right');
  expect(await sessions()).toHaveLength(MOST_SESSIONS);
  await expect(enter(second)).rejects.toThrow(NotLoggedIn);
  await expect(enter(first)).resolves.toMatchObject({ id: 'u1' });
  expect(trail.entries.filter(({ event }) => event === 'session-end')).toHaveLength(1);
});

test('two logins at a time at the most that an account may have are both good, and each old one is ended once', async () => {
  const { as, sessions, trail } = await shop();
  for (let count = 0; count < MOST_SESSIONS; count += 1) await as('ada@example.com', 'right');
  const [one, other] = await Promise.all([as('ada@example.com', 'right'), as('ada@example.com', 'right')]);
  expect(one?.token).not.toBe(other?.token);
  expect(await sessions()).toHaveLength(MOST_SESSIONS);
  expect(trail.entries.filter(({ event }) => event === 'session-end')).toHaveLength(2);
});

test('that a session was seen is written once in five minutes, whatever it calls meanwhile', async () => {
  const { as, enter, clock, sessions } = await shop();
  const { token } = await as('ada@example.com', 'right');
  const at = async () => (await sessions()).map(({ network, seenAt }) => [network, seenAt.getTime()]);
  const begin = clock.now().getTime();
  clock.advance(1000);
  await enter(token);
  expect(await at()).toEqual([['1.2.3.4', begin + 1000]]);
  clock.advance(299_999);
  await enter(token, { network: '5.6.7.8', browser: null });
  expect(await at()).toEqual([['1.2.3.4', begin + 1000]]);
  clock.advance(1);
  await enter(token, { network: '5.6.7.8', browser: null });
  expect(await at()).toEqual([['5.6.7.8', begin + 301_000]]);
});
