import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operator } from '../operators.ts';
import { addProducts } from '../products.ts';
import { type TestShop, testShop } from '../test-shop.ts';

const FORM = 'multipart/form-data; boundary=b';
const part = (name: string, content: string) => `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`;

const uploads = [
  ['POST', '/ops/keys?product=1&reason=a+test', 'keys.txt'],
  ['POST', '/ops/keys?product=1&reason=a+test', 'keys.csv'],
  ['POST', '/ops/keys?product=1&reason=a+test', 'keys.png'],
  ['POST', '/ops/imports?dryRun=true&reason=a+test', 'feed.jsonl'],
  ['PUT', '/ops/products/1/cover?reason=a+test', 'cover.png'],
  ['POST', '/ops/products/1/screenshots?reason=a+test', 'shot.png'],
] as const;

export function brokenForms(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [{ kinguinId: 1 }]);
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());

  async function send(method: 'POST' | 'PUT', url: string, payload: string, type = FORM) {
    const answer = await shop.app.inject({ method, url, headers: { 'x-ops-key': owner.key, 'content-type': type }, payload });
    return { status: answer.statusCode, details: answer.json<{ details?: { field: string }[] }>().details, text: answer.body };
  }

  test.each(uploads)(
    'a form of %s %s that breaks off in %s, or is none, is answered at once as wrong input',
    async (method, url, name) => {
      expect(await send(method, url, part(name, 'key\r\nAAAAA\r\nBBB'))).toMatchObject({ status: 400, details: [{ field: 'body' }] });
      for (const [payload, type] of [
        ['--b', FORM],
        ['--b', 'multipart/form-data'],
        ['', FORM],
        [`--b\r\nno header at all`, FORM],
      ] as const)
        expect(await send(method, url, payload, type)).toMatchObject({ status: 400, details: [{ field: expect.any(String) }] });
    },
    10_000,
  );

  test.each([
    ['a\u0000b', 'a\ufffdb'],
    [`${'a'.repeat(199)}😀`, `${'a'.repeat(199)}\ufffd`],
    ['a'.repeat(5000), 'a'.repeat(200)],
  ])('a file may have a name that no database stores', async (name, stored) => {
    const started = await send('POST', '/ops/imports?reason=a+test', `${part(name, '{}')}\r\n--b--\r\n`);
    expect([started.status, JSON.parse(started.text)]).toMatchObject([202, { file: stored }]);
    const taken = await send('POST', '/ops/keys?product=1&reason=a+test', `${part(name, `KEY-${crypto.randomUUID()}`)}\r\n--b--\r\n`);
    expect([taken.status, JSON.parse(taken.text)]).toMatchObject([200, { accepted: 1, report: [{ file: stored }] }]);
  });
}
