/** @jest-environment node */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { securityHeaders } from './security/security-headers.ts';

test('without any setting the shop is a local one', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4200,
    storefrontOrigin: 'http://localhost:4200',
    apiOrigin: 'http://localhost:3000',
    apiInternalOrigin: 'http://localhost:3000',
    storefrontSecret: 'development-storefront-secret',
    shutdownDelayMs: 0,
    trustedProxies: 0,
    social: {
      facebook: 'https://www.facebook.com/',
      instagram: 'https://www.instagram.com/',
      tiktok: 'https://www.tiktok.com/',
      x: 'https://x.com/',
    },
    securityContact: null,
    captcha: { scripts: [], frames: [], calls: [], styles: [] },
  });
});

test('a variable of nothing but blanks is one that is not set, and blanks around a value do not count', () => {
  const empty = { HOST: '', STOREFRONT_PORT: ' ', STOREFRONT_ORIGIN: '', API_ORIGIN: '  ', API_INTERNAL_ORIGIN: '' };
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ STOREFRONT_PORT: ' 4300 ', API_ORIGIN: ' https://api.shop.example\n' })).toMatchObject({
    port: 4300,
    apiInternalOrigin: 'https://api.shop.example',
  });
});

test.each([
  [{ STOREFRONT_PORT: 'many' }, 'STOREFRONT_PORT'],
  [{ STOREFRONT_PORT: '70000' }, 'STOREFRONT_PORT'],
  [{ API_ORIGIN: 'api.shop.example' }, 'API_ORIGIN'],
  [{ STOREFRONT_ORIGIN: 'ftp://shop.example' }, 'STOREFRONT_ORIGIN'],
  [{ SOCIAL_X_URL: 'javascript:alert(1)' }, 'SOCIAL_X_URL'],
  [{ CAPTCHA_PROVIDER: 'toString' }, 'CAPTCHA_PROVIDER'],
])('%j is refused, and the sentence names the variable', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});

test.each([undefined, 'development-storefront-secret', 'short'])('production does not start with the secret %s', (secret) => {
  expect(() => readConfig({ NODE_ENV: 'production', STOREFRONT_SECRET: secret })).toThrow('STOREFRONT_SECRET');
  expect(readConfig({ NODE_ENV: 'production', STOREFRONT_SECRET: 's'.repeat(32) }).storefrontSecret).toBe('s'.repeat(32));
});

test('the secret can be in a file, which has to be there with something in it', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'keyturn-secret-')), 'secret');
  const refusal = 'STOREFRONT_SECRET_FILE must be the path of a file that this process may read and that is not empty.';
  expect(() => readConfig({ STOREFRONT_SECRET_FILE: path })).toThrow(refusal);
  writeFileSync(path, ' \n');
  expect(() => readConfig({ STOREFRONT_SECRET_FILE: path })).toThrow(refusal);
  writeFileSync(path, `${'s'.repeat(32)}\n`);
  expect(readConfig({ NODE_ENV: 'production', STOREFRONT_SECRET_FILE: path }).storefrontSecret).toBe('s'.repeat(32));
});

test('a secret that is given twice, as a file and itself, is refused by both names', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'keyturn-secret-')), 'secret');
  writeFileSync(path, 's'.repeat(32));
  const twice = { STOREFRONT_SECRET: 'o'.repeat(32), STOREFRONT_SECRET_FILE: path };
  expect(() => readConfig(twice)).toThrow('STOREFRONT_SECRET and STOREFRONT_SECRET_FILE must not be set both.');
});

test.each(['API_ORIGIN', 'STOREFRONT_ORIGIN'])('production with an unencrypted %s does not start, except on localhost', (name) => {
  const production = { NODE_ENV: 'production', STOREFRONT_SECRET: 's'.repeat(32) };
  expect(() => readConfig({ ...production, [name]: 'http://shop.example' })).toThrow(`${name} must start with https://`);
  expect(() => readConfig({ ...production, [name]: 'http://localhost:4200' })).not.toThrow();
});

test('the policy admits the site of the chosen captcha, and without one no site but the shop and its API', () => {
  const policy = (env: NodeJS.ProcessEnv) => securityHeaders(readConfig(env))['Content-Security-Policy'];
  expect(policy({})).not.toContain('frame-src');
  expect(policy({})).toContain("script-src 'self';");
  expect(policy({ CAPTCHA_PROVIDER: 'turnstile' })).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy({ CAPTCHA_PROVIDER: 'turnstile' })).toContain('frame-src https://challenges.cloudflare.com;');
});

// The addresses of src/shop/captcha/service-widget.tsx.
test.each([
  ['recaptcha', 'https://www.google.com/recaptcha/api.js'],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js'],
])('the policy of a shop with %s admits the script of its widget and its frames', (provider, script) => {
  const policy = securityHeaders(readConfig({ CAPTCHA_PROVIDER: provider }))['Content-Security-Policy'] ?? '';
  const sources = (rule: string) => new RegExp(`${rule} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? [];
  const admits = (source: string) => new RegExp(`^${source.replaceAll('.', '\\.').replace('*', '[^/]*')}`).test(script);
  expect(sources('script-src').some(admits)).toBe(true);
  expect(sources('frame-src').length).toBeGreaterThan(0);
  expect(policy).not.toContain('unsafe');
});
