import { expect, test } from '@jest/globals';
import { opsKey } from '../../testing/ops/staff.ts';
import { testShop, type TestShop } from '../../testing/test-shop.ts';

const pages = [
  '/docs/',
  '/docs/swagger-ui-init.js',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/docs/swagger-ui.css',
  '/docs/index.html',
  '/%64ocs/',
];

async function withDocs(docs: string, check: (shop: TestShop) => Promise<void>): Promise<void> {
  const shop = await testShop({ environment: { DOCS: docs } });
  try {
    await check(shop);
  } finally {
    await shop.close();
  }
}
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`ada:${key}`).toString('base64')}` });

test('open to all, /docs leads into its folder and describes every call, under a policy that lets it run', async () => {
  await withDocs('open', async ({ app }) => {
    const entry = await app.inject('/docs');
    expect([entry.statusCode, entry.headers.location]).toEqual([302, '/docs/']);
    for (const url of pages) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    const { body, headers } = await app.inject('/docs/');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    // The policy admits scripts that are files of this origin, so there must be none in the page itself.
    expect(body.match(/<script[^>]*>/g)?.filter((tag) => !tag.includes('src='))).toEqual([]);
    const document = (await app.inject('/docs/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/products', '/ops/audit']));
  });
});

test('behind the key, nothing of /docs is told without a good one, however its address is written', async () => {
  await withDocs('key', async (shop) => {
    for (const url of pages) {
      const answer = await shop.app.inject(url);
      expect([url, answer.statusCode, answer.headers['www-authenticate']]).toEqual([url, 401, expect.stringContaining('Basic')]);
      expect(answer.body).not.toContain('/ops');
    }
    const { text } = await opsKey(shop, 'viewer');
    for (const headers of [basic(text), { 'x-ops-key': text }])
      for (const url of pages) expect([url, (await shop.app.inject({ url, headers })).statusCode]).toEqual([url, 200]);
    expect((await shop.app.inject({ url: '/docs/', headers: basic('wrong') })).statusCode).toBe(401);
  });
});

test('switched off, /docs is not there, and the rest is', async () => {
  await withDocs('off', async ({ app }) => {
    for (const url of ['/docs', ...pages]) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
  });
});
