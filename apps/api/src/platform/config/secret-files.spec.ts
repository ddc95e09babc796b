import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';
import { SECRETS } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyturn-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(content: string): string {
  const path = join(folder, `${content.trim().length}`);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

test('a secret is read from the file that a variable with _FILE names, without its line end', () => {
  expect(readConfig({ JWT_SECRET_FILE: file('of-the-vault\n') }).jwtSecret).toBe('of-the-vault');
  expect(readConfig({ DATABASE_URL_FILE: file('postgres://shop:secret@db/shop') }).databaseUrl).toBe('postgres://shop:secret@db/shop');
});

test('what is read from a file keeps the rules of its variable, and no message quotes it', () => {
  const wrong = () => readConfig({ NODE_ENV: 'production', JWT_SECRET_FILE: file('too-short-a-secret') });
  expect(wrong).toThrow('JWT_SECRET must be at least 32 characters long in production.');
  expect(wrong).not.toThrow('too-short-a-secret');
});

test('a secret that is given twice, and a file that is empty or not there, are named before anything starts', () => {
  expect(() => readConfig({ JWT_SECRET: 'a', JWT_SECRET_FILE: file('b') })).toThrow('JWT_SECRET and JWT_SECRET_FILE must not be set both.');
  for (const path of [join(folder, 'none'), file(' \n')])
    expect(() => readConfig({ STRIPE_SECRET_KEY_FILE: path })).toThrow('STRIPE_SECRET_KEY_FILE must be the path of a file');
});

/** Variables of any text that may be seen by everybody who sees the process. A new variable is put here, or is a secret. */
const OPEN = [
  ...['HOST', 'API_ORIGIN', 'STOREFRONT_ORIGIN', 'COUNTRY_HEADER', 'METRICS_HOST', 'OPS_HOST', 'SHOP_TIME_ZONE'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'DATABASE_APP_ROLE'],
  ...['STRIPE_API_URL', 'PAYMENT_METHODS', 'MAIL_FROM', 'SUPPORT_EMAIL', 'ALERT_EMAIL', 'ALERTS_OFF'],
  ...['CAPTCHA_SITE_KEY', 'CAPTCHA_VERIFY_URL', 'GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'],
  ...['KINGUIN_API_URL', 'CODESWHOLESALE_CLIENT_ID', 'CODESWHOLESALE_API_URL'],
  ...['IMAGES_DIR', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID'],
  // Production refuses them.
  ...['OPS_DEVELOPMENT_KEY', 'IDENTITY_STAND_IN_URL', 'PICTURE_HOSTS_ALLOWED'],
];

test('every variable of any text is either a secret, which can be a file, or known to be none', () => {
  // Numbers, switches and choices hold no secret; what they say about a wrong value tells them.
  const isClosed = /^must be (?:a number from|true or false|[\w-]+(?:, [\w-]+)+, not )/;
  const ofAnyText = Object.entries(environmentSchema(true).shape).flatMap(([name, rule]) =>
    isClosed.test(rule.safeParse('?').error?.issues[0]?.message ?? '') ? [] : [name],
  );
  expect(ofAnyText.toSorted()).toEqual([...SECRETS, ...OPEN].toSorted());
});
