import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { PortUnavailable, startSandbox } from './sandbox.ts';
import { type Endpoint, endpointForTest, eventually, order, stripeClient } from './testing/sandbox-for-test.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;
let endpoint: Endpoint;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyturn-sandbox-'));
  endpoint = await endpointForTest();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const environment = (port: number) => ({
  SANDBOX_PORT: `${port}`,
  MAILBOX_PORT: '0',
  SMTP_PORT: '0',
  SANDBOX_DATA: join(folder, 'main.sqlite'),
  SANDBOX_WEBHOOK_URL: endpoint.url,
});

/** The process itself, with its exit code and output. */
async function start(change: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const env = environment(port);
  // Shared compile cache.
  const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...compiled, ...env, ...change } });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { port, child, said, ended, ready: () => eventually(() => said.out.includes('SMTP on port')) };
}

test('a store at a place that cannot be made ends the start with one sentence', async () => {
  const { ended, said } = await start({ SANDBOX_DATA: '/proc/none/deeper/sandbox.sqlite' });
  expect(await ended).toBe(1);
  expect(said.err.trim()).toMatch(
    /^The store \/proc\/none\/deeper\/sandbox\.sqlite cannot be used .*: set SANDBOX_DATA to another file\.$/,
  );
});

test('on SIGTERM the process ends quickly with 0', async () => {
  const { child, ended, said, ready } = await start();
  await ready();
  const at = Date.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - at).toBeLessThan(1500);
  expect(said.err).toBe('');
});

async function portOfSomebodyElse() {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return { port: (holder.address() as AddressInfo).port, free: () => holder.close() };
}

const taken = (port: number, variable: string) => `Port ${port} is taken: end what uses it, or set ${variable} to another port.`;

test('when a port is taken, one sentence names it and the code is 1', async () => {
  const { port, free } = await portOfSomebodyElse();
  const { ended, said } = await start({ SMTP_PORT: `${port}`, SANDBOX_DATA: ':memory:' });
  expect(await ended).toBe(1);
  expect(said.err).toBe(`${taken(port, 'SMTP_PORT')}\n`);
  free();
});

test.each(['SANDBOX_PORT', 'MAILBOX_PORT', 'SMTP_PORT'])('the port of %s that is taken is named with its variable', async (variable) => {
  const { port, free } = await portOfSomebodyElse();
  const config = readConfig({ ...environment(await freePort()), [variable]: `${port}`, SANDBOX_DATA: ':memory:' });
  await expect(startSandbox(config)).rejects.toThrow(new PortUnavailable(taken(port, variable)));
  free();
});

test('a wrong variable is named in one sentence, and the code is 1', async () => {
  const { ended, said } = await start({ SANDBOX_WEBHOOK_URL: 'nowhere' });
  expect(await ended).toBe(1);
  expect(said.err).toBe('SANDBOX_WEBHOOK_URL must be an http address, not "nowhere".\n');
});

test('the secret of webhooks can be in a file, which has something in it and is not set beside the variable', () => {
  const path = join(folder, 'webhook-secret');
  writeFileSync(path, 'whsec_of_a_file\n');
  expect(readConfig({ STRIPE_WEBHOOK_SECRET_FILE: path }).webhookSecret).toBe('whsec_of_a_file');
  const twice = { STRIPE_WEBHOOK_SECRET: 'whsec_own', STRIPE_WEBHOOK_SECRET_FILE: path };
  expect(() => readConfig(twice)).toThrow('STRIPE_WEBHOOK_SECRET and STRIPE_WEBHOOK_SECRET_FILE must not be set both.');
  writeFileSync(path, '');
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET_FILE: path })).toThrow('STRIPE_WEBHOOK_SECRET_FILE must be the path of a file');
});

test('the half that is off listens nowhere', async () => {
  const port = await freePort();
  const off = { SANDBOX_STRIPE: 'off', SANDBOX_IDENTITIES: 'off', SANDBOX_DATA: ':memory:' };
  const sandbox = await startSandbox(readConfig({ ...environment(port), ...off }));
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  expect(sandbox.smtpPort).toBeGreaterThan(0);
  await sandbox.close();
});

test('after kill -9 sessions are still there and an undelivered webhook is delivered', async () => {
  const first = await start({ SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/nobody' });
  await first.ready();
  const { id } = await stripeClient(first.port).checkout.sessions.create(order());
  await fetch(`http://127.0.0.1:${first.port}/sandbox/sessions/${id}/pay`, { method: 'POST' });
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start();
  await second.ready();
  const [received] = await endpoint.until('checkout.session.completed');
  expect(received?.event.data.object).toMatchObject({ id, payment_status: 'paid' });
  expect((await stripeClient(second.port).checkout.sessions.retrieve(id)).status).toBe('complete');
});
