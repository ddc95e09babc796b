import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { InMemorySingleUse } from '../../../../platform/limits/testing/in-memory-single-use.ts';
import { FixedClock } from '../../../../testing/fakes.ts';
import { Authenticate } from '../../application/authenticate.ts';
import type { IssuedToken } from '../../application/ports.ts';
import { LongestIdle } from '../../application/sessions.ts';
import { User } from '../../domain/user.ts';
import { InMemoryAuthTrail, InMemorySessions, InMemoryUsers } from '../../testing/in-memory-users.ts';
import { JwtStrategy } from './jwt-strategy.ts';
import { JwtTokens } from './jwt-tokens.ts';

const config = readConfig({});
const DAY_MS = 86_400_000;

async function shop() {
  const clock = new FixedClock();
  const users = new InMemoryUsers();
  const sessions = new InMemorySessions();
  for (const id of ['u1', 'u2']) {
    const names = { username: id, lastname: '', email: null };
    await users.add(new User({ id, ...names, passwordHash: null, emailVerifiedAt: null, at: clock.now(), actor: 'test' }));
  }
  const strategy = new JwtStrategy(
    config,
    new Authenticate(users, new InMemorySingleUse(clock), sessions, new InMemoryAuthTrail(), clock, new LongestIdle(DAY_MS)),
    clock,
  );
  /** The token as the strategy lets it in, null where it refuses. */
  const read = (token: string) =>
    new Promise<IssuedToken | null>((resolve) => {
      const run = Object.assign(Object.create(strategy) as JwtStrategy, {
        success: (_user: unknown, info: unknown) => resolve(info as IssuedToken),
        fail: () => resolve(null),
        error: () => resolve(null),
      });
      run.authenticate({ headers: { authorization: token }, ip: '192.0.2.7' } as never);
    });
  return { clock, tokens: new JwtTokens(config, clock), sessions, read };
}

function forge(header: object, content: object, secret: string, hash = 'sha256'): string {
  const text = [header, content].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

test('a token lives one day by the clock of the shop', async () => {
  const { clock, tokens, read } = await shop();
  const token = await tokens.issue({ userId: 'u1', version: 1 }, 's1');
  clock.advance(DAY_MS - 1000);
  expect(await read(token)).toMatchObject({ userId: 'u1', version: 1, expiresAt: new Date(clock.now().getTime() + 1000) });
  clock.advance(1000);
  expect(await read(token)).toBeNull();
});

test('another secret, another algorithm, no algorithm and other issuers are refused', async () => {
  const { clock, read } = await shop();
  const seconds = clock.now().getTime() / 1000;
  const content = { sub: 'u1', v: 1, iat: seconds, exp: seconds + 60, iss: 'keyturn' };
  const right = { alg: 'HS256', typ: 'JWT' };
  expect(await read(forge(right, content, config.jwtSecret))).toMatchObject({ userId: 'u1', version: 1 });
  expect(await read(forge(right, content, 'other'))).toBeNull();
  expect(await read(forge({ ...right, alg: 'HS512' }, content, config.jwtSecret, 'sha512'))).toBeNull();
  const unsigned = forge({ ...right, alg: 'none' }, content, '')
    .split('.')
    .slice(0, 2)
    .join('.');
  expect(await read(`${unsigned}.`)).toBeNull();
  expect(await read(forge(right, { ...content, iss: 'other' }, config.jwtSecret))).toBeNull();
  expect(await read(forge(right, { ...content, sub: { $ne: 1 } }, config.jwtSecret))).toBeNull();
  expect(await read(forge(right, { ...content, exp: undefined }, config.jwtSecret))).toBeNull();
  expect(await read('nonsense')).toBeNull();
});

test('two tokens of one second have different ids, and one without has its own, too: each is a session from its login on', async () => {
  const { clock, tokens, sessions, read } = await shop();
  const [first, second] = [await tokens.issue({ userId: 'u1', version: 1 }, 's1'), await tokens.issue({ userId: 'u1', version: 1 }, 's2')];
  const iat = clock.now().getTime() / 1000;
  const older = (sub: string) => forge({ alg: 'HS256', typ: 'JWT' }, { sub, v: 1, iat, exp: iat + 60, iss: 'keyturn' }, config.jwtSecret);
  const ids = await Promise.all([first, second, older('u1'), older('u2')].map(async (token) => (await read(token))?.id));
  expect(new Set(ids).size).toBe(4);
  expect(ids).not.toContain(undefined);
  const seen = (await sessions.ofUser('u1', 1, clock.now())).map(({ id, network }) => [id, network]);
  expect(seen.toSorted()).toEqual([
    ['s1', '192.0.2.7'],
    ['s2', '192.0.2.7'],
    [`u1 ${iat}`, '192.0.2.7'],
  ]);
});
