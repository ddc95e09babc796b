import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../platform/http/openapi/openapi.ts';
import { type Operation, operationsOf } from './bad-input/schema.ts';
import { type Answer, send } from './bad-input/sending.ts';
import { openShop, type ValidCall, validCalls } from './bad-input/valid-calls.ts';
import { opsKey } from './ops/staff.ts';
import type { TestShop } from './test-shop.ts';

/** What is the same for every visitor. A new call belongs here only if no cookie, token or address changes its answer. */
const SAME_FOR_ALL = [
  'getBlogPost',
  'getGameByKinguinId',
  'getHome',
  'getImage',
  'getPage',
  'getSoftware',
  'listBlockedCountries',
  'listBlockedIps',
  'listBlogPosts',
  'listFilteredProducts',
  'listPages',
  'listPlatformProducts',
  'listReviews',
  'listSimilarProducts',
  'listSitemapParts',
  'listSitemapProducts',
  'listSoftware',
  'searchProducts',
];
const ORIGIN = 'https://other.example';

export function sharedCaches(): void {
  let shop: TestShop;
  let good: Record<string, ValidCall>;
  let operations: Operation[];

  beforeAll(async () => {
    shop = await openShop();
    good = await validCalls(shop);
    operations = operationsOf(openApiDocument(shop.app));
  });
  afterAll(() => shop.close());

  const valid = async ({ id }: Operation) => (await good[id]?.()) ?? {};
  const isStorable = ({ headers }: Answer) =>
    headers['cdn-cache-control'] !== undefined || !/no-store|private/.test(String(headers['cache-control']));

  test('of all calls, a cache that visitors share may store what is the same for every one of them, and that sets no cookie', async () => {
    const storable: string[] = [];
    let cookies = 0;
    for (const operation of operations) {
      const answer = await send(shop, operation, await valid(operation));
      if (isStorable(answer)) storable.push(operation.id);
      if (answer.headers['set-cookie'] === undefined) continue;
      cookies += 1;
      expect([operation.id, isStorable(answer)]).toEqual([operation.id, false]);
    }
    expect(storable.toSorted()).toEqual(SAME_FOR_ALL);
    expect(cookies).toBeGreaterThanOrEqual(3);
  });

  test('what someone asked for who said who they are, and every refusal, is stored by none', async () => {
    for (const operation of operations) {
      const call = await valid(operation);
      const known = await send(shop, operation, { ...call, headers: { authorization: 'a.b.c', ...call.headers } });
      const refused = await send(shop, operation, { ...call, parameters: { id: 'nothing', title: '%', file: 'x' }, query: { page: '-1' } });
      expect([operation.id, isStorable(known), refused.status >= 400 && isStorable(refused)]).toEqual([operation.id, false, false]);
    }
  });

  test('nothing that the staff asks for is storable, and neither is the description of their calls', async () => {
    const { text } = await opsKey(shop, 'owner');
    const headers = { 'x-ops-key': text };
    const reads = operationsOf(openApiDocument(shop.app, 'ops')).filter(({ method }) => method === 'GET');
    const good = new Set<number>();
    for (const operation of reads) {
      const answer = await send(shop, operation, { headers });
      good.add(answer.status);
      expect([operation.id, isStorable(answer)]).toEqual([operation.id, false]);
    }
    expect(good).toContain(200);
    for (const url of ['/docs/', '/docs-json', '/docs/swagger-ui.css', '/nothing', '/%E0%A4%A'])
      expect([url, (await shop.app.inject({ url, headers })).headers['cache-control']]).toEqual([
        url,
        expect.stringMatching(/no-store|private/),
      ]);
  });

  test('what a shared cache stores is fit for the storefront, no matter who asked for it first', async () => {
    for (const operation of operations.filter(({ id }) => SAME_FOR_ALL.includes(id))) {
      const call = await valid(operation);
      const own = await send(shop, operation, call);
      const other = await send(shop, operation, { ...call, headers: { ...call.headers, origin: ORIGIN } });
      for (const answer of [own, other])
        expect([operation.id, answer.headers['access-control-allow-origin'], String(answer.headers.vary)]).toEqual([
          operation.id,
          shop.config.storefrontOrigin,
          expect.not.stringContaining('Origin'),
        ]);
    }
  });
}
