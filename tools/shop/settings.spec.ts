import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { environmentSchema } from '../../apps/api/src/platform/config/environment.ts';
import { root } from '../shared/paths.ts';
import { portsInUse, reachable, readSettings } from './settings.ts';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const variables = environmentSchema(false).shape;
const readers = ['apps/sandbox/src/config.ts', 'apps/storefront/server/config.ts', 'tools/shop/settings.ts'];

test('every variable that a configuration reads stands in .env.example', () => {
  const documented = new Set(Array.from(example.matchAll(/^#?([A-Z0-9_]+)=/gm), ([, name]) => name));
  const read = readers.flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/(?:'|\benv(?:ironment)?\.)([A-Z][A-Z0-9]*(?:_[A-Z]+)*)\b/g),
      ([, name]) => name ?? '',
    ),
  );
  read.push(...Object.keys(variables));
  expect(read.length).toBeGreaterThan(40);
  expect([...new Set(read)].filter((name) => /_|^HOST$|^MARGIN$/.test(name) && !documented.has(name))).toEqual([]);
});

test('every variable of the API says what it is', () => {
  expect(Object.entries(variables).filter(([, { description = '' }]) => description.length < 5)).toEqual([]);
});

test('a copy of .env.example as .env changes nothing', () => {
  const copied = readSettings(parseEnv(example), '.data');
  const plain = readSettings({}, '.data');
  expect({ ...copied, environment: null }).toEqual({ ...plain, environment: null });
});

test('a port that is moved moves every address that names it', () => {
  const { environment, origins } = readSettings(
    { API_PORT: '3001', SANDBOX_PORT: '12112', SMTP_PORT: '1026', EMBEDDED_PG_PORT: '54330' },
    '.data',
  );
  expect(origins.api).toBe('http://localhost:3001');
  expect(environment).toMatchObject({
    API_ORIGIN: 'http://localhost:3001',
    SANDBOX_WEBHOOK_URL: 'http://localhost:3001/webhooks/stripe',
    STRIPE_API_URL: 'http://localhost:12112',
    SMTP_URL: 'smtp://localhost:1026',
    DATABASE_URL: 'postgres://keyturn@127.0.0.1:54330/keyturn',
  });
});

test('suppliers are imitated where that is asked for and none is connected', () => {
  const { environment } = readSettings({ SANDBOX_SUPPLIERS: 'on', SANDBOX_PORT: '12112' }, '.data');
  expect(environment).toMatchObject({
    KINGUIN_API_URL: 'http://localhost:12112/suppliers/kinguin',
    CODESWHOLESALE_API_URL: 'http://localhost:12112/suppliers/codeswholesale',
  });
  expect(readSettings({}, '.data').environment.KINGUIN_API_KEY).toBeUndefined();
  expect(readSettings({ SANDBOX_SUPPLIERS: 'on', KINGUIN_API_KEY: 'real' }, '.data').environment.KINGUIN_API_URL).toBeUndefined();
});

test('with servers of their own a person needs no port for ours', () => {
  const sites = { GOOGLE_CLIENT_ID: 'g', FACEBOOK_APP_ID: 'f', STEAM_API_KEY: 's' };
  const settings = readSettings(
    { DATABASE_URL: 'postgres://db/shop', STRIPE_SECRET_KEY: 'sk_live_1', SMTP_URL: 'smtp://mail', ...sites },
    '.data',
  );
  expect(portsInUse(settings).map(({ name }) => name)).toEqual(['storefront', 'api']);
  expect(settings.environment.STRIPE_API_URL).toBeUndefined();
});

test('what comes from files is set as much as what is in variables, and gets no default beside it', () => {
  const files = {
    DATABASE_URL_FILE: '/run/secrets/database-url',
    STRIPE_SECRET_KEY_FILE: '/run/secrets/stripe-key',
    STRIPE_WEBHOOK_SECRET_FILE: '/run/secrets/webhook',
    SMTP_URL_FILE: '/run/secrets/smtp-url',
    STEAM_API_KEY_FILE: '/run/secrets/steam',
    KINGUIN_API_KEY_FILE: '/run/secrets/kinguin',
  };
  const given = { ...files, GOOGLE_CLIENT_ID: 'g', FACEBOOK_APP_ID: 'f', SANDBOX_SUPPLIERS: 'on' };
  const settings = readSettings(given, '.data');
  expect(portsInUse(settings).map(({ name }) => name)).toEqual(['storefront', 'api']);
  expect(settings.environment).toMatchObject(files);
  const plain = Object.keys(files).map((name) => name.replace(/_FILE$/, ''));
  expect(Object.keys(settings.environment).filter((name) => plain.includes(name) || name === 'STRIPE_API_URL')).toEqual([]);
});

test('a secret that a person gives twice stays so, for the API to refuse', () => {
  const twice = { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: '/run/secrets/smtp-url' };
  expect(readSettings(twice, '.data').environment).toMatchObject(twice);
});

test.each(['0', '65536', '80.5', 'http'])('a port of "%s" is refused, and the variable named', (port) => {
  expect(() => readSettings({ API_PORT: port }, '.data')).toThrow(`API_PORT must be a port from 1 to 65535, not "${port}".`);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
  ['shop.local', 'http://shop.local:3000'],
])('what listens on %s is asked at %s', (host, origin) => {
  expect(new URL(`http://${reachable(host)}:3000`).origin).toBe(origin);
});
