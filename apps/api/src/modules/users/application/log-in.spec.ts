import { expect, test } from '@jest/globals';
import { LoginRefused, NotLoggedIn, TooManyLogins, User } from '../domain/user.ts';
import { CountingPasswords, CountingThrottle, InMemoryUsers, PlainTokens } from '../testing/in-memory-users.ts';
import { Authenticate } from './authenticate.ts';
import { LogIn } from './log-in.ts';

async function shop() {
  const users = new InMemoryUsers();
  const passwords = new CountingPasswords();
  const throttle = new CountingThrottle();
  const at = new Date('2026-03-01T12:00:00Z');
  await users.add(
    new User({
      id: 'u1',
      email: 'Ada@Example.com',
      username: 'Ada',
      lastname: 'Buyer',
      passwordHash: 'hash of right',
      emailVerifiedAt: null,
      at,
      actor: 'test',
    }),
  );
  const logIn = new LogIn(users, passwords, new PlainTokens(), throttle);
  return {
    users,
    passwords,
    logIn,
    authenticate: new Authenticate(new PlainTokens(), users),
    as: (email: string, password: string, network = '1.2.3.4') => logIn.run({ email, password, network }),
  };
}

test('the right password gives a token, however the address is spelt', async () => {
  const { as, authenticate } = await shop();
  const { token, username } = await as(' ADA@example.com ', 'right');
  expect(username).toBe('Ada');
  expect(await authenticate.run(token)).toEqual({
    id: 'u1',
    email: 'ada@example.com',
    username: 'Ada',
    lastname: 'Buyer',
    isEmailVerified: false,
  });
});

test('a wrong password and an unknown address get the same answer for the same work', async () => {
  const { as, passwords } = await shop();
  await expect(as('ada@example.com', 'wrong')).rejects.toThrow(new LoginRefused());
  expect(passwords.work).toBe(1);
  await expect(as('nobody@example.com', 'right')).rejects.toThrow(new LoginRefused());
  expect(passwords.work).toBe(2);
});

test('after ten attempts on one account from one network no password is looked at any more', async () => {
  const { as, passwords } = await shop();
  for (let attempt = 0; attempt < 10; attempt += 1) await as('ada@example.com', 'wrong').catch(() => undefined);
  await expect(as('ada@example.com', 'right')).rejects.toThrow(TooManyLogins);
  expect(passwords.work).toBe(10);
  await expect(as('ada@example.com', 'right', '5.6.7.8')).resolves.toMatchObject({ username: 'Ada' });
});

test('many networks against one account are held back too', async () => {
  const { as } = await shop();
  for (let attempt = 0; attempt < 50; attempt += 1) await as('ada@example.com', 'wrong', `10.0.0.${attempt}`).catch(() => undefined);
  await expect(as('ada@example.com', 'right', '9.9.9.9')).rejects.toThrow(TooManyLogins);
});

test('a token of an earlier version, of nobody, or of no form lets nobody in', async () => {
  const { authenticate } = await shop();
  for (const token of ['u1 0', 'u2 1', 'nonsense']) await expect(authenticate.run(token)).rejects.toThrow(NotLoggedIn);
});
