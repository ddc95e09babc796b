import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

const key = Buffer.alloc(32, 'k').toString('base64');
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop@db/shop',
  SMTP_URL: 'smtps://mail.example',
  API_ORIGIN: 'https://api.example',
  STOREFRONT_ORIGIN: 'https://shop.example',
  STRIPE_SECRET_KEY: 'sk_live_something_long',
  STRIPE_WEBHOOK_SECRET: 'whsec_something_long',
  KEY_ENCRYPTION_KEYS: `1:${key}`,
  KEY_FINGERPRINT_SECRET: 'f'.repeat(32),
  JWT_SECRET: 'j'.repeat(32),
};

test('development needs no variable at all, and talks to the stand-in', () => {
  const config = readConfig({});
  expect(config.stripe).toMatchObject({ secretKey: 'sk_test_sandbox', apiUrl: 'http://localhost:12111' });
  expect(config.redisUrl).toBeNull();
  expect(config.isClockMovable).toBe(true);
});

test('production with secrets of its own starts, talks to Stripe itself, and keeps its clock', () => {
  const config = readConfig({ ...production, CLOCK_MOVABLE: 'true' });
  expect(config.stripe.apiUrl).toBeNull();
  expect(config.isClockMovable).toBe(false);
});

test.each([
  'DATABASE_URL',
  'SMTP_URL',
  'API_ORIGIN',
  'STOREFRONT_ORIGIN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'KEY_ENCRYPTION_KEYS',
  'KEY_FINGERPRINT_SECRET',
  'JWT_SECRET',
])('production without %s does not start and names it', (name) => {
  expect(() => readConfig({ ...production, [name]: undefined })).toThrow(`${name} must be set`);
});

test.each([
  ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
  ['KEY_FINGERPRINT_SECRET', 'development-fingerprint-secret'],
  ['JWT_SECRET', 'development-jwt-secret'],
  ['KEY_ENCRYPTION_KEYS', `1:${Buffer.from('keyturn-development-key-material').toString('base64')}`],
  ['KEY_ENCRYPTION_KEYS', `1:${key},2:${Buffer.from('keyturn-development-key-material').toString('base64')}`],
])('production with the development value of %s does not start and names it', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name} must be set to a secret of your own`);
});

test('a secret that is too short for production is named', () => {
  expect(() => readConfig({ ...production, JWT_SECRET: 'short' })).toThrow('JWT_SECRET must be at least 32 characters');
});

test('an empty shop is filled with the demo in development, and in production only where that is asked for', () => {
  expect(readConfig({}).seedsDemo).toBe(true);
  expect(readConfig(production).seedsDemo).toBe(false);
  expect(readConfig({ ...production, SEED_DEMO: 'true' }).seedsDemo).toBe(true);
});

test.each([
  ['API_PORT', 'eighty', 'API_PORT must be a number from 1 to 65535'],
  ['API_ORIGIN', 'localhost', 'API_ORIGIN must be an address'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be an address'],
  ['REDIS_URL', 'http://x', 'REDIS_URL must be an address'],
  ['CLOCK_MOVABLE', 'perhaps', 'CLOCK_MOVABLE must be true or false'],
  ['KEY_ENCRYPTION_KEYS', '1:short', 'KEY_ENCRYPTION_KEYS must be a comma list'],
  ['MARGIN', '-1', 'MARGIN must be a number'],
])('%s=%s is refused with a sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

test('everything that is wrong is told at once', () => {
  expect(() => readConfig({ API_PORT: '0', MARGIN: 'x' })).toThrow(/API_PORT[\s\S]*MARGIN/);
});
