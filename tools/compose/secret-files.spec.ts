import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig as readApiConfig } from '../../apps/api/src/platform/config/config.ts';
import { SECRETS } from '../../apps/api/src/platform/config/secret-files.ts';
import { readConfig as readStorefrontConfig } from '../../apps/storefront/server/config.ts';
import { blocksOf } from '../docs/markdown.ts';
import { type Compose, composeWith, demo, environmentOf, isCompose } from './compose-file.ts';

// Made by Compose of the passwords of its own database and Redis.
const MADE = ['DATABASE_URL', 'DATABASE_APP_PASSWORD', 'REDIS_URL'];
const offered = SECRETS.filter((name) => !MADE.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'keyturn-compose-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('with its secrets in files a shop of Compose has the settings that it has with them in variables', () => {
  const inFiles = offered.filter((name) => demo[name] !== undefined);
  expect(inFiles.length).toBeGreaterThan(6);
  const files = inFiles.map((name): [string, string] => {
    const path = join(folder, name);
    writeFileSync(path, `${demo[name]}\n`);
    return [`${name}_FILE`, path];
  });
  const without = Object.fromEntries(Object.entries(demo).filter(([name]) => !inFiles.some((one) => one === name)));
  const { services } = composeWith({ ...without, ...Object.fromEntries(files) });
  const { services: plain } = composeWith(demo);
  for (const name of ['migrate', 'api', 'worker', 'seed'])
    expect([name, readApiConfig(environmentOf(services[name]))]).toEqual([name, readApiConfig(environmentOf(plain[name]))]);
  expect(readStorefrontConfig(environmentOf(services.storefront))).toEqual(readStorefrontConfig(environmentOf(plain.storefront)));
});

test('each service is given the files of the secrets that it uses, and no other', () => {
  const { services } = composeWith({ ...demo, ...Object.fromEntries(offered.map((name) => [`${name}_FILE`, `<${name}>`])) });
  const given = Object.keys(services).map((name) => [name, offered.filter((one) => JSON.stringify(services[name]).includes(`<${one}>`))]);
  expect(Object.fromEntries(given)).toEqual({
    ...Object.fromEntries(['postgres', 'redis', 'mailpit', 'proxy'].map((name) => [name, []])),
    ...Object.fromEntries(['migrate', 'api', 'worker', 'seed'].map((name) => [name, offered])),
    storefront: ['STOREFRONT_SECRET'],
    sandbox: ['STRIPE_WEBHOOK_SECRET'],
  });
});

test('the override file of the manual mounts every file that its settings name, for each service that reads it', () => {
  const page = 'docs/how-to/operators/keep-secrets-in-files.md';
  const override = parse(blocksOf(page, 'yaml')[0] ?? '') as Compose & { readonly secrets: Readonly<Record<string, unknown>> };
  expect({ valid: isCompose(override), errors: isCompose.errors }).toEqual({ valid: true, errors: null });
  const settings = parseEnv(blocksOf(page, 'sh').find((block) => block.includes('=/run/secrets/')) ?? '') as Record<string, string>;
  const names = Object.values(settings).map((path) => path.replace('/run/secrets/', ''));
  expect(names.length).toBeGreaterThan(1);
  expect(Object.keys(override.secrets).toSorted()).toEqual(names.toSorted());
  const { services } = composeWith({ ...demo, ...settings });
  const ours = Object.entries(services).filter(([, { image, profiles }]) => image === 'keyturn' && profiles === undefined);
  const read = ours.map(([service, { environment = {} }]) => {
    const mounted = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(String(value))?.[1] ?? []);
    return [service, { secrets: mounted.toSorted() }];
  });
  const mounts = Object.entries(override.services).map(([service, { secrets = [] }]) => [service, { secrets: secrets.toSorted() }]);
  expect(Object.fromEntries(mounts)).toEqual(Object.fromEntries(read));
});
