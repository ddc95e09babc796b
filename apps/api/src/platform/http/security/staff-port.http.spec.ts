import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Body, Controller, Get, HttpCode, Ip, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { readConfig } from '../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { ignoreBusyThread } from '../../metrics/testing/busy-thread.ts';
import { Clock } from '../../../shared/ports.ts';
import { FixedClock } from '../../../testing/fakes.ts';
import { until } from '../../../testing/until.ts';
import { configureHttpApp, httpAdapter, listen } from '../create-app.ts';

let finish: (() => void) | null = null;

@Controller()
class Calls {
  @Get(['products', 'metrics', 'health/live', 'ops/audit', 'ops/queue/board', 'opsology'])
  read() {
    return {};
  }

  @Post('ops/notes')
  @HttpCode(200)
  write(@Body() body: object) {
    return body;
  }

  @Get(['ops/address', 'address'])
  address(@Ip() address: string) {
    return { address };
  }

  @Get('ops/slow')
  async slow() {
    await new Promise<void>((resolve) => (finish = resolve));
    return { isWhole: true };
  }
}

const STAFF = [
  '/ops/audit',
  '/ops/queue/board',
  '/docs',
  '/docs/',
  '/docs-json',
  '/docs/swagger-ui.css',
  '/metrics',
  '/%6fps/audit',
  '/ops/audit/',
  '/ops/audit?a=b',
];
const SHOP = ['/products', '/opsology', '/address'];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(environment: Record<string, string>) {
  const port = await freePort();
  const config = readConfig({ OPS_PORT: String(port), ...environment });
  const metrics = new Metrics();
  const module = await Test.createTestingModule({
    controllers: [Calls],
    providers: [{ provide: Clock, useValue: new FixedClock() }],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { logger: ['error', 'fatal'] });
  await configureHttpApp(app, config, metrics);
  ignoreBusyThread(metrics.pools.pressure);
  await listen(app, 0, '127.0.0.1');
  const { port: publicPort } = app.getHttpServer().address() as AddressInfo;
  return { app, metrics, port, shop: `http://127.0.0.1:${publicPort}`, staff: `http://127.0.0.1:${port}` };
}

describe('with a port for the staff', () => {
  let run: Awaited<ReturnType<typeof listening>>;
  beforeAll(async () => (run = await listening({ TRUST_PROXY: '2', OPS_TRUST_PROXY: '1' })));
  beforeEach(() => run.metrics.pools.pressure.note('reads', false));
  afterAll(() => run.app.close());
  const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

  test('the public port answers calls of the staff, Swagger UI and metrics as an address at which nothing is', async () => {
    const nothing = (await (await fetch(`${run.shop}/nothing-is-here`)).json()) as unknown;
    for (const path of STAFF) {
      const answer = await fetch(`${run.shop}${path}`, { redirect: 'manual' });
      expect([path, answer.status, (await answer.json()) as unknown]).toEqual([path, 404, nothing]);
    }
    expect((await fetch(`${run.shop}/ops/notes`, { method: 'POST', body: '{}' })).status).toBe(404);
    for (const path of SHOP) expect([path, await statusOf(`${run.shop}${path}`)]).toEqual([path, 200]);
  });

  test('the port of the staff answers these, and nothing of the shop', async () => {
    for (const path of STAFF) expect([path, await statusOf(`${run.staff}${path}`)]).toEqual([path, path === '/docs' ? 302 : 200]);
    for (const path of [...SHOP, '/nothing-is-here']) expect([path, await statusOf(`${run.staff}${path}`)]).toEqual([path, 404]);
  });

  test('both say how the process is', async () => {
    for (const origin of [run.shop, run.staff]) expect(await statusOf(`${origin}/health/live`)).toBe(200);
  });

  test('both refuse while the process is short of something, take bodies up to the same size, and answer broken requests alike', async () => {
    const post = async (body: string) =>
      (await fetch(`${run.staff}/ops/notes`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;
    expect([await post('{"a":1}'), await post(`{"a":"${'a'.repeat(1_100_000)}"}`)]).toEqual([200, 413]);
    const broken = (origin: string) =>
      new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.end('NOT HTTP\r\n\r\n'));
        socket.on('data', (chunk) => (text += String(chunk))).on('close', () => resolve(text));
      });
    expect(await broken(run.staff)).toContain('400 Bad Request');
    expect(await broken(run.staff)).toBe(await broken(run.shop));
    run.metrics.pools.pressure.note('reads', true, performance.now() - 60_000);
    for (const url of [`${run.shop}/products`, `${run.staff}/ops/audit`]) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    }
  });

  test('a caller is known by the proxies of the port it comes by, and can forge no address with more of them', async () => {
    const addressAt = async (url: string, headers: Record<string, string>) =>
      ((await (await fetch(url, { headers })).json()) as { address: string }).address;
    const forwarded = { 'x-forwarded-for': '192.0.2.9, 198.51.100.7, 203.0.113.4' };
    expect(await addressAt(`${run.shop}/address`, forwarded)).toBe('198.51.100.7');
    expect(await addressAt(`${run.staff}/ops/address`, forwarded)).toBe('203.0.113.4');
    expect(await addressAt(`${run.staff}/ops/address`, {})).toBe('127.0.0.1');
  });
});

test('unless told otherwise, the port of the staff believes no forwarding header', async () => {
  const { app, staff } = await listening({ TRUST_PROXY: '1' });
  const answer = await fetch(`${staff}/ops/address`, { headers: { 'x-forwarded-for': '203.0.113.4' } });
  expect(await answer.json()).toEqual({ address: '127.0.0.1' });
  await app.close();
});

test('on the end of the process a call of the staff is answered whole, its connection is closed, and no new one is taken', async () => {
  const { app, port } = await listening({});
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<[string, string | undefined]>((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path: '/ops/slow', agent }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve([text, response.headers.connection]));
    })
      .on('error', reject)
      .end();
  });
  await until(() => finish !== null);
  const closed = app.close();
  await until(() =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      () => false,
      () => true,
    ),
  );
  finish?.();
  expect(await answered).toEqual(['{"isWhole":true}', 'close']);
  await closed;
  agent.destroy();
});

test('a port that is taken ends the start', async () => {
  const { app, port } = await listening({});
  await expect(listening({ OPS_PORT: String(port) })).rejects.toThrow('EADDRINUSE');
  await app.close();
});
