import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { readConfig } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { ignoreBusyThread } from '../metrics/testing/busy-thread.ts';
import { configureHttpApp } from '../http/create-app.ts';
import { ImagesController } from './images.controller.ts';
import { Images } from './images.ts';
import { ImageRecipes, ImageStore } from './ports.ts';
import { imageId, imagePath } from './recipe.ts';
import { InMemoryImageRecipes, InMemoryImageStore } from './testing/in-memory-images.ts';
import { tileRecipe } from './tile.ts';

const cover = tileRecipe({ name: 'Portal 2', platform: 'Steam' });
const address = `/${imagePath(imageId(cover), 160)}`;
let app: NestFastifyApplication;

beforeAll(async () => {
  const recipes = new InMemoryImageRecipes();
  await recipes.add([cover]);
  const testing = await Test.createTestingModule({
    controllers: [ImagesController],
    providers: [Images, { provide: ImageStore, useValue: new InMemoryImageStore() }, { provide: ImageRecipes, useValue: recipes }],
  }).compile();
  app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  const metrics = new Metrics();
  await configureHttpApp(app, readConfig({}), metrics);
  ignoreBusyThread(metrics.pools.pressure);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(() => app.close());

test('a picture may be cached for ever, embedded by other origins, and never has its type guessed', async () => {
  const answer = await app.inject({ url: address });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
});

test('a matching ETag gets 304 without a body', async () => {
  const { headers } = await app.inject({ url: address });
  const answer = await app.inject({ url: address, headers: { 'if-none-match': String(headers.etag) } });
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0]);
});

test('the same picture comes as a JPEG for e-mails', async () => {
  const answer = await app.inject({ url: address.replace('.webp', '.jpg') });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

test.each([
  `/images/${'0'.repeat(32)}-320.webp`,
  address.replace('-160', '-161'),
  address.replace('-160', '-1280'),
  address.replace('-160', '-0160'),
  address.replace('.webp', '.svg'),
  '/images/..%2f..%2fetc%2fpasswd',
  '/images/x.webp',
])('%s is a 404 in JSON and is not cached', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ statusCode: 404, error: 'Not Found', message: 'There is no such picture.' });
  expect(answer.headers['cache-control']).toBe('no-store');
});
