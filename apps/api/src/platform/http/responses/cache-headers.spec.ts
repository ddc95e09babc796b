import cookie from '@fastify/cookie';
import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { SAME_FOR_ALL, NEVER_CHANGES, sendCacheHeaders } from './cache-headers.ts';

async function answer(url: string, headers: Record<string, string> = {}) {
  const app = fastify();
  await app.register(cookie);
  sendCacheHeaders(app);
  app.get('/silent', async () => '');
  app.get('/for-all', async (_request, reply) => reply.headers(SAME_FOR_ALL).send(''));
  app.get('/picture', async (_request, reply) => reply.headers(NEVER_CHANGES).send(''));
  app.get('/with-cookie', async (_request, reply) => reply.headers(SAME_FOR_ALL).setCookie('browser', 'a').send(''));
  app.get('/broken', async (_request, reply) => reply.headers(SAME_FOR_ALL).code(503).send(''));
  app.get('/thrown', async (_request, reply) => {
    reply.headers(SAME_FOR_ALL);
    throw new Error('Nothing to send.');
  });
  const sent = await app.inject({ url, headers });
  return [sent.headers['cache-control'], sent.headers['cdn-cache-control']];
}

test.each([
  ['/for-all', {}, 'public, no-cache', 'max-age=1'],
  ['/for-all', { cookie: 'browser=a' }, 'public, no-cache', 'max-age=1'],
  ['/for-all', { authorization: 'a.b.c' }, 'private, no-cache', undefined],
  ['/for-all', { 'x-ops-key': 'key' }, 'private, no-cache', undefined],
  ['/picture', {}, 'public, max-age=31536000, immutable', undefined],
  ['/picture', { authorization: 'a.b.c' }, 'private, max-age=31536000, immutable', undefined],
  ['/with-cookie', {}, 'private, no-cache', undefined],
  ['/silent', {}, 'no-store', undefined],
  ['/silent', { authorization: 'a.b.c' }, 'no-store', undefined],
  ['/broken', {}, 'no-store', undefined],
  ['/thrown', {}, 'no-store', undefined],
  ['/nothing', {}, 'no-store', undefined],
])('%s with %j says "%s" to browsers, and %s to caches that visitors share', async (url, headers, toBrowsers, toShared) => {
  expect(await answer(url, headers as Record<string, string>)).toEqual([toBrowsers, toShared]);
});
