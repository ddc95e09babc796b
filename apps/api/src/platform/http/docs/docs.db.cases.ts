import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OPS_TASKS } from './ops-tasks.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts } from '../../../testing/products.ts';
import { testShop, type TestShop } from '../../../testing/test-shop.ts';
import { Metrics } from '../../metrics/metrics.ts';

type OperationNames = { operationId: string; tags: string[] };
type SaleOperation = { requestBody: { content: { 'application/json': { examples: Record<string, { value: unknown }> } } } };

const pages = [
  '/docs/',
  '/docs/swagger-ui-init.js',
  '/docs-json',
  '/docs/openapi.yaml',
  '/docs/tasks',
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

export function docsCases(): void {
  describe('open to all', () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await testShop({ environment: { DOCS: 'open' } });
    });
    afterAll(() => shop.close());

    test('/docs redirects into its folder and describes every call, under a policy that lets it run', async () => {
      const { app } = shop;
      const entry = await app.inject('/docs');
      expect([entry.statusCode, entry.headers.location]).toEqual([302, '/docs/']);
      for (const url of pages) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
      const { body, headers } = await app.inject('/docs/');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      // The policy admits scripts that are files of this origin, so there must be none in the page itself.
      expect(body.match(/<script[^>]*>/g)?.filter((tag) => !tag.includes('src='))).toEqual([]);
      const document = (await app.inject('/docs-json')).json<{ paths: object }>();
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/products', '/ops/audit']));
    });

    test('each text of the document is written once a day, for whoever asks', async () => {
      const { app, clock } = shop;
      // Later than the days that the examples are written for.
      clock.advance(Date.parse('2027-01-05') - clock.now().getTime());
      const stringify = jest.spyOn(JSON, 'stringify');
      const written = () => stringify.mock.calls.filter(([value]) => (value as { openapi?: unknown } | null)?.openapi !== undefined).length;
      for (const url of ['/docs/swagger-ui-init.js', '/docs-json', '/docs/openapi.yaml']) {
        clock.advance(86_400_000);
        const first = await app.inject(url);
        const before = written();
        const second = await app.inject(url);
        expect([second.body, second.headers['content-type'], written() - before]).toEqual([first.body, first.headers['content-type'], 0]);
        clock.advance(86_400_000);
        expect((await app.inject(url)).body).not.toBe(first.body);
      }
      expect(written()).toBeGreaterThan(0);
      stringify.mockRestore();
    });

    test('/docs links to the tasks of staff, and each step links to an operation', async () => {
      const { app } = shop;
      const document = (await app.inject('/docs-json')).json<OpenAPIObject>();
      expect(document.info.description).toContain('(/docs/tasks)');
      const { body, headers } = await app.inject('/docs/tasks');
      expect(body).toContain('<h2>A buyer has no key</h2>');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      const links = [...body.matchAll(/href="\.\/#\/([^"/]+)\/([^"/]+)"/g)].map(([, tag = '', id = '']) => [decodeURIComponent(tag), id]);
      expect(links).toHaveLength(OPS_TASKS.flatMap(({ steps }) => steps.filter(([, id]) => id)).length);
      const known = Object.values(document.paths).flatMap((methods) => Object.values(methods as Record<string, OperationNames>));
      for (const [tag, id] of links)
        expect([tag, id, known.some(({ operationId, tags }) => operationId === id && tags[0] === tag)]).toEqual([tag, id, true]);
      expect((await app.inject('/docs/swagger-ui-init.js')).body).toContain('opsFilter');
    });

    test('dates in examples are in the future whenever the page is opened, and a sale can be planned with them and a reason', async () => {
      await addProducts(shop, [{ kinguinId: 24532 }]);
      const { text } = await opsKey(shop, 'catalogue', { days: 3650 });
      for (const day of ['2026-11-22', '2027-01-05', '2028-03-01']) {
        shop.clock.advance(Date.parse(day) - shop.clock.now().getTime());
        const { body } = await shop.app.inject('/docs/swagger-ui-init.js');
        expect(body).toContain('"startsAt"');
        const { paths } = (await shop.app.inject('/docs-json')).json<{ paths: Record<string, { post: SaleOperation }> }>();
        const { percent } = paths['/ops/products/{product}/sales']?.post.requestBody.content['application/json'].examples ?? {};
        const payload = percent?.value as { startsAt: string; endsAt: string; reason: string };
        expect(body).toContain(`"${payload.endsAt}"`);
        // Four whole days, first and last included.
        expect([payload.startsAt.length, Date.parse(payload.endsAt) - Date.parse(payload.startsAt)]).toEqual([
          '2026-11-27'.length,
          3 * 86_400_000,
        ]);
        expect(Date.parse(payload.startsAt)).toBeGreaterThan(shop.clock.now().getTime());
        const answer = await callOps(shop, text, 'POST', '/ops/products/24532/sales', { ...payload, reason: 'a test' });
        expect([day, answer.statusCode, answer.body]).toEqual([day, 201, expect.any(String)]);
      }
    });
  });

  test('with a key required, nothing of /docs is shown without a valid one, however its URL is written, and a busy shop says when to come back', async () => {
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
      shop.get(Metrics).pools.pressure.note('reads', true, performance.now() - 60_000);
      for (const url of pages) {
        const { statusCode, headers: sent } = await shop.app.inject({ url, headers: basic(text) });
        expect([url, statusCode, sent['retry-after']]).toEqual([url, 503, '2']);
      }
    });
  });

  test('switched off, /docs is not there, and the rest is', async () => {
    await withDocs('off', async ({ app }) => {
      for (const url of ['/docs', ...pages]) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
      expect((await app.inject('/health/live')).statusCode).toBe(200);
    });
  });
}
