import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { CountingIds, FixedClock } from '../../../testing/fakes.ts';
import { JwtTokens } from './jwt-tokens.ts';

const config = readConfig({});
const DAY_MS = 86_400_000;

function shop() {
  const clock = new FixedClock();
  return { clock, tokens: new JwtTokens(config, clock, new CountingIds()) };
}

function forge(header: object, content: object, secret: string, hash = 'sha256'): string {
  const text = [header, content].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

test('a token lives one day by the clock of the shop', async () => {
  const { clock, tokens } = shop();
  const token = await tokens.issue({ userId: 'u1', version: 3 });
  clock.advance(DAY_MS - 1000);
  expect(await tokens.read(token)).toMatchObject({ userId: 'u1', version: 3, expiresAt: new Date(clock.now().getTime() + 1000) });
  clock.advance(1000);
  expect(await tokens.read(token)).toBeNull();
});

test('another secret, another algorithm, no algorithm and other issuers are refused', async () => {
  const { clock, tokens } = shop();
  const seconds = clock.now().getTime() / 1000;
  const content = { sub: 'u1', v: 1, iat: seconds, exp: seconds + 60, iss: 'keyturn' };
  const right = { alg: 'HS256', typ: 'JWT' };
  expect(await tokens.read(forge(right, content, config.jwtSecret))).toMatchObject({ userId: 'u1', version: 1 });
  expect(await tokens.read(forge(right, content, 'other'))).toBeNull();
  expect(await tokens.read(forge({ ...right, alg: 'HS512' }, content, config.jwtSecret, 'sha512'))).toBeNull();
  expect(
    await tokens.read(
      `${forge({ ...right, alg: 'none' }, content, '')
        .split('.')
        .slice(0, 2)
        .join('.')}.`,
    ),
  ).toBeNull();
  expect(await tokens.read(forge(right, { ...content, iss: 'other' }, config.jwtSecret))).toBeNull();
  expect(await tokens.read(forge(right, { ...content, sub: { $ne: 1 } }, config.jwtSecret))).toBeNull();
  expect(await tokens.read(forge(right, { ...content, exp: undefined }, config.jwtSecret))).toBeNull();
  expect(await tokens.read('nonsense')).toBeNull();
});

test('two tokens of one second have different ids, and one of the version before has its own, too', async () => {
  const { clock, tokens } = shop();
  const [first, second] = [await tokens.issue({ userId: 'u1', version: 1 }), await tokens.issue({ userId: 'u1', version: 1 })];
  const iat = clock.now().getTime() / 1000;
  const older = (sub: string) => forge({ alg: 'HS256', typ: 'JWT' }, { sub, v: 1, iat, exp: iat + 60, iss: 'keyturn' }, config.jwtSecret);
  const ids = await Promise.all([first, second, older('u1'), older('u2')].map(async (token) => (await tokens.read(token))?.id));
  expect(new Set(ids).size).toBe(4);
  expect(ids).not.toContain(undefined);
});
