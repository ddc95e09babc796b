import cookie from '@fastify/cookie';
import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { clearOwnCookie, readOwnCookies, setOwnCookie } from './own-cookies.ts';

async function server(apiOrigin: string) {
  const app = fastify();
  await app.register(cookie);
  readOwnCookies(app, { apiOrigin });
  app.get('/read', async ({ cookies }) => cookies.browser ?? null);
  app.get('/set', async (_request, reply) => {
    setOwnCookie(reply, 'browser', 'b', 60, { apiOrigin });
    clearOwnCookie(reply, 'social', { apiOrigin });
    return '';
  });
  const read = async (sent: string) => (await app.inject({ url: '/read', headers: { cookie: sent } })).body;
  return { read, set: async () => (await app.inject('/set')).headers['set-cookie'] };
}

test('on https a cookie is set for this host alone, and only such a one is read', async () => {
  const { read, set } = await server('https://api.example');
  expect(await set()).toEqual([
    '__Host-browser=b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    expect.stringMatching(/^__Host-social=; Max-Age=0; Path=\/; .*Secure/),
  ]);
  expect(await read('browser=strange')).toBe('null');
  expect(await read('browser=strange; __Host-browser=own')).toBe('own');
});

test('without https, where browsers refuse such names, cookies have plain ones', async () => {
  const { read, set } = await server('http://localhost:3000');
  expect(await set()).toEqual([
    'browser=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    expect.stringMatching(/^social=; Max-Age=0; Path=\//),
  ]);
  expect(await read('browser=own')).toBe('own');
});
