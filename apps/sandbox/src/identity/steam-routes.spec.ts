import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { steamRoutes } from './steam-routes.ts';

const good = {
  'openid.mode': 'checkid_setup',
  'openid.return_to': 'https://api.example/user/steam?state=x',
  'openid.realm': 'https://api.example',
};

async function statusOf(query: Record<string, string>): Promise<number> {
  const app = fastify();
  await app.register(steamRoutes, { origin: () => 'http://steam.example' });
  const { statusCode } = await app.inject({ url: '/identity/steam/login', query });
  await app.close();
  return statusCode;
}

test('a login whose return_to lies in its realm is asked for', async () => {
  expect(await statusOf(good)).toBe(200);
});

test.each([
  ['a return_to of another site', { 'openid.return_to': 'https://evil.example/user/steam?state=x' }],
  ['a return_to of another scheme', { 'openid.return_to': 'http://api.example/user/steam?state=x' }],
  ['a realm that the return_to only begins like', { 'openid.realm': 'https://api.example.evil.example' }],
  ['a realm of another site', { 'openid.realm': 'https://evil.example' }],
  ['no realm', { 'openid.realm': '' }],
  ['a return_to that is no address', { 'openid.return_to': 'nowhere' }],
  ['another mode', { 'openid.mode': 'check_authentication' }],
])('a login with %s is refused, as Steam does it', async (_what, change) => {
  expect(await statusOf({ ...good, ...change })).toBe(400);
});
