import { chmodSync, existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { StubCheckout } from '../testing/stub-checkout.ts';
import { isAlive } from './process-mark.ts';

jest.setTimeout(60_000);

let checkout: StubCheckout;

afterEach(() => checkout.remove());

test('after kill -9 of the supervisor no child lives on, and the next start works', async () => {
  checkout = await StubCheckout.make();
  const first = checkout.run('start.ts');
  await first.says('Ctrl-C ends it');
  const children = checkout.recordedRun().children;
  process.kill(checkout.recordedRun().supervisor.pid, 'SIGKILL');
  await first.end();
  const second = checkout.run('start.ts');
  await second.says('Ctrl-C ends it');
  expect(children.filter(isAlive)).toEqual([]);
});

test('a child that is killed is started again, and the console says so', async () => {
  checkout = await StubCheckout.make();
  const shop = checkout.run('start.ts');
  await shop.says('Ctrl-C ends it');
  process.kill(checkout.childNamed('storefront'), 'SIGKILL');
  await shop.says('[storefront] ended (SIGKILL); it is started again in 1 s');
  await shop.says('[storefront] runs again');
  process.kill(checkout.childNamed('postgres'), 'SIGKILL');
  await shop.says('[postgres] runs again');
});

test('a child that fails at the start is named with its reason, and nothing is left running', async () => {
  checkout = await StubCheckout.make();
  const shop = checkout.run('start.ts', [], { STUB_FAILS: 'worker' });
  expect(await shop.end()).toBe(1);
  expect(shop.output).toContain('worker did not start: The worker lacks its teapot. Its log: .data/logs/worker.log');
  expect(shop.output).not.toMatch(/^ +at /m);
  expect(existsSync(join(checkout.folder, '.data/run/shop.json'))).toBe(false);
  expect(existsSync(join(checkout.folder, '.data/postgres/postmaster.pid'))).toBe(false);
});

test('a taken port is named together with the variable that moves it', async () => {
  checkout = await StubCheckout.make();
  const stranger = createServer().listen(checkout.ports.API_PORT, '127.0.0.1');
  try {
    const shop = checkout.run('start.ts');
    expect(await shop.end()).toBe(1);
    expect(shop.output).toContain(
      `Port ${checkout.ports.API_PORT}, for the api, is taken by another program: end that, or choose another port with API_PORT.`,
    );
  } finally {
    stranger.close();
  }
});

test('a second start, a reset and an import while the shop runs: the first two are refused, the third uses its database', async () => {
  checkout = await StubCheckout.make();
  const shop = checkout.run('start.ts');
  await shop.says('Ctrl-C ends it');
  const again = checkout.run('start.ts');
  expect(await again.end()).toBe(1);
  expect(again.output).toMatch(/`npm start` is at work in this folder \(process \d+\)\. End that first\./);
  expect(await checkout.run('reset.ts').end()).toBe(1);
  const command = checkout.run('api-command.ts', ['catalog-import', 'feed.json']);
  expect(await command.end()).toBe(0);
  expect(command.output).toBe('imported feed.json\n');
});

test('a command brings the database up for itself and takes it down again, and a reset leaves no data', async () => {
  checkout = await StubCheckout.make();
  const command = checkout.run('api-command.ts', ['catalog-import', '--dry']);
  expect(await command.end()).toBe(0);
  expect(command.output).toBe('imported --dry\n');
  expect(existsSync(join(checkout.folder, '.data/postgres/PG_VERSION'))).toBe(true);
  expect(existsSync(join(checkout.folder, '.data/postgres/postmaster.pid'))).toBe(false);
  expect(await checkout.run('reset.ts').end()).toBe(0);
  expect(existsSync(join(checkout.folder, '.data'))).toBe(false);
});

test("with Stripe, SMTP and the logins of one's own there is nothing to stand in for, and the sandbox is not started", async () => {
  checkout = await StubCheckout.make();
  const shop = checkout.run('start.ts', [], {
    STRIPE_SECRET_KEY: 'sk_test_own',
    SMTP_URL: 'smtp://mail.example:25',
    GOOGLE_CLIENT_ID: 'own',
    FACEBOOK_APP_ID: 'own',
    STEAM_API_KEY: 'own',
  });
  await shop.says('Ctrl-C ends it');
  expect(shop.output).toContain('off: payments go to Stripe');
  expect(checkout.recordedRun().children).toHaveLength(4);
});

test('under a folder that only its owner may enter, root keeps the database outside and says where; an ordinary user keeps it inside', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'keyturn-closed-'));
  chmodSync(closed, 0o700);
  checkout = await StubCheckout.make(closed);
  const shop = checkout.run('start.ts');
  await shop.says('Ctrl-C ends it');
  const [, home] = /database: (.+?)\/data;/.exec(shop.output) ?? [];
  if (process.getuid?.() === 0) expect(home).toMatch(/^\/.*\/keyturn-[0-9a-f]{8}$/);
  else expect(shop.output).toContain('database: .data/postgres;');
  shop.child.kill('SIGTERM');
  await shop.end();
  expect(await checkout.run('reset.ts').end()).toBe(0);
  expect(existsSync(home ?? join(checkout.folder, '.data'))).toBe(false);
  await checkout.remove();
  rmdirSync(closed);
});
