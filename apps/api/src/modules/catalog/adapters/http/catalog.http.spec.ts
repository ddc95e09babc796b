import type { Platform } from '@keyturn/shop-rules';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Config, readConfig } from '../../../../platform/config/config.ts';
import { limits } from '../../../../platform/limits/limits.ts';
import { NetworkCounts } from '../../../../platform/limits/network-counts.ts';
import { ReadThrottle } from '../../../../platform/limits/read-throttle.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import { ignoreBusyThread } from '../../../../platform/metrics/testing/busy-thread.ts';
import { configureHttpApp } from '../../../../platform/http/create-app.ts';
import { Clock, Throttle } from '../../../../shared/ports.ts';
import { FixedClock } from '../../../../testing/fakes.ts';
import { CatalogueReads, type ListFilter, type SimilarTo } from '../../application/catalogue-reads.ts';
import { CatalogController } from './catalog.controller.ts';

/** Knows game 1 and software `win11`; records the lists that were requested. */
class RecordingReads extends CatalogueReads {
  asked: unknown[] = [];

  override home = async () => '[[{"products":[]}]]';
  override gameByKinguinId = async (id: number) => (id === 1 ? '{"kinguinId":1}' : null);
  override softwareById = async (id: string) => (id === 'win11' ? '{"game":{},"message":"success"}' : null);
  override gamesOfPlatform = (platform: Platform, filter: ListFilter) => this.answer(platform, filter);
  override games = (filter: ListFilter) => this.answer(filter);
  override software = (filter: ListFilter) => this.answer(filter);
  override similarTo = (product: SimilarTo) => this.answer(product);
  override search = (query: string, filter: ListFilter) => this.answer(query, filter);

  private async answer(...asked: unknown[]): Promise<string> {
    this.asked = asked;
    return '{"products":[],"totalPages":0}';
  }
}

const config = readConfig({});
const reads = new RecordingReads();
let app: NestFastifyApplication;

beforeAll(async () => {
  const module = await Test.createTestingModule({
    controllers: [CatalogController],
    providers: [
      { provide: CatalogueReads, useValue: reads },
      { provide: Clock, useValue: new FixedClock() },
      { provide: Config, useValue: config },
      { provide: Throttle, useValue: {} },
      NetworkCounts,
      ReadThrottle,
    ],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter({ routerOptions: { maxParamLength: 500 } }));
  const metrics = new Metrics();
  await configureHttpApp(app, config, metrics);
  ignoreBusyThread(metrics.pools.pressure);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());
beforeEach(() => {
  reads.asked = [];
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test.each([
  '/home',
  '/products/kinguin/Steam',
  '/products/getAllProductsFiltred?genres=RPG',
  '/products',
  '/products/search/gta',
  '/products/kinguinId/1',
  '/products/win11',
])('%s has a strong ETag, and a matching one gets 304 without a body', async (url) => {
  const first = await get(url);
  expect(first.statusCode).toBe(200);
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(first.headers['cache-control']).toBe('public, no-cache');
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]+"$/);
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const again = await get(url, { 'if-none-match': known });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test.each([
  ['/products/kinguinId/1', 200],
  ['/products/kinguinId/2', 404],
  ['/products/kinguinId/abc', 400],
  ['/products/kinguinId/1.5', 400],
  ['/products/kinguinId/99999999999', 404],
  ['/products/win11', 200],
  ['/products/nothing', 404],
  ['/products/kinguin/Steam', 200],
  ['/products/kinguin/xbox%20series%20x%7Cs', 200],
  ['/products/kinguin/Ouya', 404],
])('%s is answered with %i', async (url, status) => {
  const response = await get(url);
  expect(response.statusCode).toBe(status);
  if (status !== 200) expect(response.json()).toMatchObject({ statusCode: status, message: expect.any(String) });
});

test('each list has its own page size, and filters are read from the query', async () => {
  await get('/products');
  expect(reads.asked).toEqual([expect.objectContaining({ page: 1, limit: 24, currency: 'Eur', genres: [], order: null, country: null })]);
  await get('/products/kinguin/Steam');
  expect(reads.asked).toEqual(['Steam', expect.objectContaining({ page: 1, limit: 16 })]);
  await get('/products/search/gta');
  expect(reads.asked).toEqual(['gta', expect.objectContaining({ page: 1, limit: 10 })]);
  await get('/products/getAllProductsFiltred?page=&currentPage=3&utm_source=mail');
  expect(reads.asked).toEqual([expect.objectContaining({ page: 3, limit: 16 })]);
  await get(
    '/products/search/gta%205?page=2&currentPage=9&limit=3&genres=rpg,Action,RPG&minPrice=1.005&maxPrice=20&currency=gbp&sort=relevance',
  );
  expect(reads.asked).toEqual([
    'gta 5',
    { page: 2, limit: 3, genres: ['Action', 'RPG'], minMinor: 101, maxMinor: 2000, currency: 'Gbp', order: null, country: null },
  ]);
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1&currentPage=0', 'currentPage'],
  ['page=1&page=2', 'page'],
  ['country=Atlantis', 'country'],
  ['country=ZZ', 'country'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['genres=Nope', 'genres'],
  ['genres=RPG&genres=FPS', 'genres'],
  ['minPrice=x', 'minPrice'],
  ['maxPrice=-1', 'maxPrice'],
  ['maxPrice=1e400', 'maxPrice'],
  ['minPrice=5&maxPrice=4.99', 'minPrice'],
  ['currency=CHF', 'currency'],
  ['currency=eur&currency=usd', 'currency'],
  ['sort=cheapest', 'sort'],
  ['sort=constructor', 'sort'],
])('?%s is refused, naming %s', async (query, field) => {
  const response = await get(`/products/kinguin/Steam?${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ message: expect.any(String), details: [{ field, message: expect.any(String) }] });
  expect(reads.asked).toEqual([]);
});

test.each(['/products/search/%00', '/products/kinguin/%00', '/products/%00'])(
  '%s contains what cannot be stored and is refused',
  async (url) => {
    expect((await get(url)).statusCode).toBe(400);
  },
);

test('a search of more than 200 characters is refused', async () => {
  expect((await get(`/products/search/${'a'.repeat(200)}`)).statusCode).toBe(200);
  expect((await get(`/products/search/${'a'.repeat(201)}`)).statusCode).toBe(400);
});

const similar = (payload: object | string) =>
  app.inject({ method: 'POST', url: '/products/similarProducts', payload, headers: { 'content-type': 'application/json' } });

test('similar products are asked for by kinguinId or own id; unknown genres and platforms do not matter', async () => {
  expect((await similar({ id: 20011, genres: ['rpg', 'Nope'], platform: 'steam' })).statusCode).toBe(200);
  expect(reads.asked).toEqual([{ id: '20011', genres: ['RPG'], platform: 'Steam' }]);
  await similar({ id: 'win11', platform: 'Ouya' });
  expect(reads.asked).toEqual([{ id: 'win11', genres: [], platform: null }]);
});

test.each([
  [{}, 'id'],
  [{ id: [1] }, 'id'],
  [{ id: 1.5 }, 'id'],
  [{ id: '' }, 'id'],
  [{ id: 1, genres: 'RPG' }, 'genres'],
  [{ id: 1, genres: [1] }, 'genres'],
  [{ id: 1, genres: Array.from({ length: 51 }, () => 'RPG') }, 'genres'],
  [{ id: 1, platform: ['Steam'] }, 'platform'],
  [{ id: 1, extra: true }, 'extra'],
])('%j is refused, naming %s', async (body, field) => {
  const response = await similar(body);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ details: [{ field }] });
});

test('a search that the storefront server makes counts for its visitor, who may search as often as anybody', async () => {
  const search = (headers: Record<string, string> = {}) => get('/products/search/gta', headers);
  const forVisitor = (address: string) => ({ 'x-visitor-address': address, 'x-storefront-secret': config.storefrontSecret });
  while ((await search(forVisitor('203.0.113.7'))).statusCode === 200);
  const answers = await Promise.all([search(forVisitor('203.0.113.7')), search(forVisitor('203.0.113.8')), search()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200, 200]);
});

test('lists of all kinds are counted together, and a network that asks for too many waits; its neighbour does not', async () => {
  const kinds = ['/products/kinguin/Steam', '/products', '/products/getAllProductsFiltred'];
  const ask = async (turn: number, remoteAddress: string) =>
    (await app.inject({ url: kinds[turn % kinds.length] ?? '', remoteAddress })).statusCode;
  for (let turn = 0; turn < limits.list.perNetwork; turn += 1) expect(await ask(turn, '192.0.2.1')).toBe(200);
  for (const turn of kinds.keys()) expect(await ask(turn, '192.0.2.1')).toBe(429);
  expect(await ask(0, '192.0.2.2')).toBe(200);
});
