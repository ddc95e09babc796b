import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { FixedClock } from '../../testing/fakes.ts';
import { InMemorySingleUse } from '../limits/testing/in-memory-single-use.ts';
import { AltchaCaptcha } from './altcha-captcha.ts';
import { SiteverifyCaptcha } from './siteverify-captcha.ts';
import type { Captcha } from './ports.ts';
import { captchaContract } from './testing/captcha.contract.ts';
import { type SiteverifyStandIn, siteverifyStandIn } from './testing/siteverify-stand-in.ts';

const littleWork = { cost: 10, leastTries: 5, mostTries: 20 };
const altcha = (secret = 'one'): Captcha =>
  new AltchaCaptcha(secret, `${secret} key`, new InMemorySingleUse(new FixedClock(new Date().toISOString())), littleWork);

async function solved(challenge: object): Promise<string> {
  const { parameters, signature } = challenge as Challenge;
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey });
  return packed({ challenge: { parameters, signature }, solution });
}
const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const unpacked = (value: string) =>
  JSON.parse(Buffer.from(value, 'base64').toString()) as {
    challenge: Required<Challenge>;
    solution: { counter: number; derivedKey: string };
  };

describe('ALTCHA', () => {
  captchaContract(() => ({ captcha: altcha(), solve: solved }));

  test('a challenge that was made easier, is of another shop or has no expiry is refused', async () => {
    const captcha = altcha();
    const challenge = await captcha.challenge();
    const answer = unpacked(await solved(challenge));
    const changed = (change: object) =>
      packed({ ...answer, challenge: { ...answer.challenge, parameters: { ...answer.challenge.parameters, ...change } } });
    for (const change of [
      { cost: 1 },
      { keyPrefix: '00' },
      { expiresAt: 9_999_999_999 },
      { expiresAt: undefined },
      { keySignature: undefined },
    ])
      expect(await captcha.isSolved(changed(change), '')).toBe(false);
    expect(await captcha.isSolved(await solved(await altcha('another').challenge()), '')).toBe(false);
    expect(await captcha.isSolved(packed(answer), '')).toBe(true);
  });

  test('a key guessed from the prefix does not solve the challenge', async () => {
    const captcha = altcha();
    const answer = unpacked(await solved(await captcha.challenge()));
    const derivedKey = answer.challenge.parameters.keyPrefix.padEnd(64, '0');
    expect(await captcha.isSolved(packed({ ...answer, solution: { ...answer.solution, derivedKey } }), '')).toBe(false);
  });
});

describe.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)('%s', (provider) => {
  let service: SiteverifyStandIn;
  beforeAll(async () => {
    service = await siteverifyStandIn('s3cret', 'shop.example');
  });
  afterEach(() => {
    service.answer = null;
  });
  afterAll(() => service.close());

  let count = 0;
  const captcha = (change: object = {}) =>
    new SiteverifyCaptcha({ provider, siteKey: 'site', secret: 's3cret', verifyUrl: service.url, hostname: 'shop.example', ...change });
  captchaContract(() => ({ captcha: captcha(), solve: async () => `good ${(count += 1)}` }));

  test('the service receives the secret, the answer and the address, and the browser only the site key', async () => {
    expect(await captcha().challenge()).toEqual({ provider, siteKey: 'site' });
    await captcha().isSolved('good one', '192.0.2.1');
    expect(service.asked.at(-1)).toEqual({ secret: 's3cret', response: 'good one', remoteip: '192.0.2.1', sitekey: 'site' });
  });

  test('an answer of another site, a wrong secret, an error and a timeout of the service are all refused', async () => {
    expect(await captcha({ hostname: 'other.example' }).isSolved('good two', '')).toBe(false);
    expect(await captcha({ secret: 'wrong' }).isSolved('good three', '')).toBe(false);
    service.answer = { status: 500, body: 'oops' };
    expect(await captcha().isSolved('good four', '')).toBe(false);
    service.answer = { status: 200, body: '{"success":"true"}' };
    expect(await captcha().isSolved('good five', '')).toBe(false);
    expect(await captcha({ verifyUrl: 'http://127.0.0.1:9/' }).isSolved('good six', '')).toBe(false);
  });
});
