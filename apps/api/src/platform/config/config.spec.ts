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
  STOREFRONT_SECRET: 's'.repeat(32),
  SUPPORT_EMAIL: 'help@shop.example',
};

test('the port of the staff is another one than that of visitors, with no more proxies before it', () => {
  expect(readConfig({}).staffPort).toBeNull();
  expect(readConfig({ OPS_PORT: '3001', HOST: '::1' }).staffPort).toEqual({ port: 3001, host: '::1', trustedProxies: 0 });
  expect(() => readConfig({ OPS_PORT: '3000' })).toThrow('OPS_PORT must be another port than API_PORT.');
  expect(() => readConfig({ OPS_PORT: '3001', OPS_TRUST_PROXY: '1' })).toThrow('OPS_TRUST_PROXY must not be higher than TRUST_PROXY.');
});

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
  'STOREFRONT_SECRET',
  'SUPPORT_EMAIL',
])('production without %s does not start and names it', (name) => {
  expect(() => readConfig({ ...production, [name]: undefined })).toThrow(`${name} must be set`);
});

test.each([
  ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
  ['KEY_FINGERPRINT_SECRET', 'development-fingerprint-secret'],
  ['JWT_SECRET', 'development-jwt-secret'],
  ['STOREFRONT_SECRET', 'development-storefront-secret'],
  ['KEY_ENCRYPTION_KEYS', `1:${Buffer.from('keyturn-development-key-material').toString('base64')}`],
  ['KEY_ENCRYPTION_KEYS', `1:${key},2:${Buffer.from('keyturn-development-key-material').toString('base64')}`],
])('production with the development value of %s does not start and names it', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name} must be set to a secret of your own`);
});

test.each(['SUPPORT_EMAIL', 'ALERT_EMAIL'])(
  'production with an address of the development domain as %s does not start and names it',
  (name) => {
    expect(() => readConfig({ ...production, [name]: 'support@keyturn.example' })).toThrow(`${name} must be set to an address of your own`);
  },
);

test.each(['API_ORIGIN', 'STOREFRONT_ORIGIN'])('production with an unencrypted %s does not start, except on localhost', (name) => {
  expect(() => readConfig({ ...production, [name]: 'http://shop.example' })).toThrow(`${name} must start with https://`);
  expect(() => readConfig({ ...production, [name]: 'http://localhost:4200' })).not.toThrow();
  expect(() => readConfig({ [name]: 'http://shop.example' })).not.toThrow();
});

test.each(['KINGUIN_API_URL', 'CODESWHOLESALE_API_URL'])(
  'production with an unencrypted %s does not start, except on localhost',
  (name) => {
    expect(() => readConfig({ ...production, [name]: 'http://supplier.example/api' })).toThrow(`${name} must start with https://`);
    expect(() => readConfig({ ...production, [name]: 'http://localhost:12112/suppliers/one' })).not.toThrow();
    expect(() => readConfig({ ...production, [name]: 'https://supplier.example/api' })).not.toThrow();
    expect(() => readConfig({ [name]: 'http://supplier.example/api' })).not.toThrow();
  },
);

test('production with API and storefront at one host name does not start, whatever their ports, except on localhost', () => {
  expect(() => readConfig({ ...production, API_ORIGIN: 'https://shop.example:3000' })).toThrow('API_ORIGIN must have another host name');
  expect(() =>
    readConfig({ ...production, API_ORIGIN: 'http://localhost:3000', STOREFRONT_ORIGIN: 'http://localhost:4200' }),
  ).not.toThrow();
  expect(() => readConfig({ API_ORIGIN: 'https://shop.example:3000', STOREFRONT_ORIGIN: 'https://shop.example' })).not.toThrow();
});

test('production demands TLS of the mail server unless told otherwise', () => {
  expect(readConfig(production).isSmtpTlsRequired).toBe(true);
  expect(readConfig({ ...production, SMTP_TLS: 'optional' }).isSmtpTlsRequired).toBe(false);
  expect(readConfig({}).isSmtpTlsRequired).toBe(false);
});

test('alerts go to their own mailbox where one is named, else to that of the support', () => {
  expect(readConfig(production).alertEmail).toBe('help@shop.example');
  expect(readConfig({ ...production, ALERT_EMAIL: 'ops@shop.example' })).toMatchObject({
    alertEmail: 'ops@shop.example',
    supportEmail: 'help@shop.example',
  });
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
  ['KEY_ENCRYPTION_VERSION', '2', 'KEY_ENCRYPTION_KEYS lacks version 2'],
  ['SUPPORT_EMAIL', 'support', 'SUPPORT_EMAIL must be an e-mail address'],
  [
    'ALERTS_OFF',
    'dispute,rain',
    'ALERTS_OFF must be a comma list of dispute, mail-undelivered, stock-empty, payment-mismatch, key-looks, order-held, rates-old, supplier-balance, supplier-stale, supplier-refusals, supplier-purchase, price-jump.',
  ],
  ['ALERT_EMAIL', 'Ops <ops@shop.example>', 'ALERT_EMAIL must be an e-mail address'],
  ['KEEP_RISK_COUNTS_DAYS', '30', 'KEEP_RISK_COUNTS_DAYS must be a number from 31 to 3650'],
  ['KEEP_UNPAID_ORDERS_DAYS', '30', 'KEEP_UNPAID_ORDERS_DAYS must be a number from 31 to 3650'],
  ['KEEP_KNOWN_BUYERS_DAYS', '30', 'KEEP_KNOWN_BUYERS_DAYS must be a number from 31 to 3650'],
  ['MARGIN', '-1', 'MARGIN must be a number'],
  ['RATE_LIMIT_SCALE', '0', 'RATE_LIMIT_SCALE must be a number from 0.1 to 1000000'],
  ['CAPTCHA_PROVIDER', 'toString', 'CAPTCHA_PROVIDER must be altcha, recaptcha, hcaptcha, turnstile'],
  ['CAPTCHA_PROVIDER', 'turnstile', 'CAPTCHA_SITE_KEY must be set for turnstile'],
  ['CAPTCHA_PROVIDER', 'hcaptcha', 'CAPTCHA_SECRET must be set for hcaptcha'],
])('%s=%s is refused with a sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

test('a captcha of an outside service is asked at its own address, and in production only for this shop', () => {
  const keys = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' };
  expect(readConfig(keys).captcha).toMatchObject({
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    hostname: null,
  });
  expect(readConfig({ ...production, ...keys }).captcha).toMatchObject({ hostname: 'shop.example' });
  expect(() => readConfig({ ...production, ...keys, CAPTCHA_VERIFY_URL: 'http://x' })).toThrow('CAPTCHA_VERIFY_URL must be an address');
});

test('a site with credentials is asked itself, one without them by the stand-in, or not at all', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const IDENTITY_STAND_IN_URL = 'http://localhost:12111';
  expect(readConfig({}).social).toEqual({ google: null, facebook: null, steam: null });
  expect(readConfig({ ...google, IDENTITY_STAND_IN_URL }).social).toMatchObject({
    google: { clientId: 'id', authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth' },
    facebook: { authorizationUrl: 'http://localhost:12111/identity/facebook/authorize' },
    steam: { openidUrl: 'http://localhost:12111/identity/steam/login' },
  });
  expect(readConfig({ STEAM_API_KEY: 'k' }).social.steam).toMatchObject({ openidUrl: 'https://steamcommunity.com/openid/login' });
  expect(() => readConfig({ FACEBOOK_APP_ID: 'id' })).toThrow('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET must be set both, or neither');
  expect(() => readConfig({ ...production, IDENTITY_STAND_IN_URL })).toThrow('IDENTITY_STAND_IN_URL must not be set in production');
});

test('/docs is open in development and asks for a key in production, unless something else is said', () => {
  expect([readConfig({}).docs, readConfig(production).docs]).toEqual(['open', 'key']);
  expect([readConfig({ DOCS: 'off' }).docs, readConfig({ ...production, DOCS: 'open' }).docs]).toEqual(['off', 'open']);
  expect(() => readConfig({ DOCS: 'perhaps' })).toThrow('DOCS must be open, key, off, not "perhaps"');
});

test('a development key of the staff is long, and never in production', () => {
  const OPS_DEVELOPMENT_KEY = 'k'.repeat(32);
  expect([readConfig({}).developmentOpsKey, readConfig({ OPS_DEVELOPMENT_KEY }).developmentOpsKey]).toEqual([null, OPS_DEVELOPMENT_KEY]);
  expect(() => readConfig({ OPS_DEVELOPMENT_KEY: 'short' })).toThrow('OPS_DEVELOPMENT_KEY must be at least 32');
  expect(() => readConfig({ ...production, OPS_DEVELOPMENT_KEY })).toThrow('OPS_DEVELOPMENT_KEY must not be set in production');
});

test('hosts of pictures that may be private are named in development, and never in production', () => {
  const PICTURE_HOSTS_ALLOWED = 'localhost,pictures.example';
  expect([readConfig({}), readConfig({ PICTURE_HOSTS_ALLOWED })].map(({ images }) => [...images.hostsAllowed])).toEqual([
    [],
    ['localhost', 'pictures.example'],
  ]);
  expect(() => readConfig({ ...production, PICTURE_HOSTS_ALLOWED })).toThrow(
    'PICTURE_HOSTS_ALLOWED must not be set in production: a feed could reach computers beside the shop.',
  );
});

test('production cannot lift its rate limits', () => {
  expect(() => readConfig({ ...production, RATE_LIMIT_SCALE: '1000000' })).toThrow('RATE_LIMIT_SCALE must be a number from 0.1 to 100');
});

test('production cannot lift the limits of unpaid reservations', () => {
  expect(() => readConfig({ ...production, LIFT_HOARDING_LIMITS: 'true' })).toThrow('LIFT_HOARDING_LIMITS must not be true in production');
  expect([readConfig({ LIFT_HOARDING_LIMITS: 'true' }), readConfig(production)].map(({ reservation }) => reservation.isLifted)).toEqual([
    true,
    false,
  ]);
});

test('all problems are reported at once', () => {
  expect(() => readConfig({ API_PORT: '0', MARGIN: 'x' })).toThrow(/API_PORT[\s\S]*MARGIN/);
  const environment = { ...production, API_PORT: '0', JWT_SECRET: '', S3_BUCKET: 'pictures', GOOGLE_CLIENT_ID: 'id' };
  expect(() => readConfig(environment)).toThrow(
    [
      'API_PORT must be a number from 1 to 65535, not "0".',
      'JWT_SECRET must be set to a secret of your own in production.',
      ...['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => `${name} must be set where S3_BUCKET is.`),
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set both, or neither.',
    ].join('\n'),
  );
});

test.each(['card;sepa_debit', 'Card', 'card,', 'card, <b>'])('PAYMENT_METHODS %p is refused by its name', (named) => {
  expect(() => readConfig({ PAYMENT_METHODS: named })).toThrow(/PAYMENT_METHODS must be a comma list/);
});

test('days are those of UTC unless a time zone is named, and it is one that exists', () => {
  expect([readConfig({}).shopTimeZone, readConfig({ SHOP_TIME_ZONE: 'Europe/Warsaw' }).shopTimeZone]).toEqual(['UTC', 'Europe/Warsaw']);
  for (const SHOP_TIME_ZONE of ['Europe/Atlantis', '+02:00'])
    expect(() => readConfig({ SHOP_TIME_ZONE })).toThrow(
      `SHOP_TIME_ZONE must be a time zone such as Europe/Warsaw or UTC, not "${SHOP_TIME_ZONE}"`,
    );
});
