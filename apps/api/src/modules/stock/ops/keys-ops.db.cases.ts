import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import type { KeyUploadReport } from './key-upload.dto.ts';

const text = (lines: readonly string[]) => [['file', lines.join('\n'), 'keys.txt']] as const;

export function keysOps(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let supporter: Awaited<ReturnType<typeof operator>>;
  let product: string;

  beforeAll(async () => {
    shop = await testShop();
    [product = ''] = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
    keeper = await operator(shop, 'catalogue');
    supporter = await operator(shop, 'support');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from stock_key; delete from stock_change; update listing set stock = 0'));
  const stock = async () =>
    (await shop.database.query<{ stock: number }>('select stock from listing where product_id = $1', [product])).rows[0]?.stock;

  test('every line of a text is reported, and valid ones are in stock', async () => {
    await keeper.upload('/ops/keys?product=1', text(['OLD-1']));
    const answer = await keeper.upload(
      '/ops/keys?product=1',
      text(['NEW-1', 'NEW-2\r', '', 'OLD-1', ' NEW-1 ', 'x'.repeat(501), 'a\u0007b', 'NEW-3', '']),
    );
    expect(answer.status).toBe(200);
    expect(answer.json<KeyUploadReport>()).toEqual({
      uploadId: expect.stringMatching(/^[0-9a-z]{26}$/),
      dryRun: false,
      lines: 8,
      accepted: 3,
      duplicateInFile: 1,
      duplicateInShop: 1,
      probableDuplicate: 0,
      empty: 1,
      tooLong: 1,
      unreadable: 1,
      noColumn: 0,
      noProduct: 0,
      unknownProduct: 0,
      report: [
        { file: 'keys.txt', from: 1, to: 2, fate: 'accepted' },
        { file: 'keys.txt', from: 3, to: 3, fate: 'empty' },
        { file: 'keys.txt', from: 4, to: 4, fate: 'duplicateInShop' },
        { file: 'keys.txt', from: 5, to: 5, fate: 'duplicateInFile', firstAt: { file: 'keys.txt', line: 1 } },
        { file: 'keys.txt', from: 6, to: 6, fate: 'tooLong' },
        { file: 'keys.txt', from: 7, to: 7, fate: 'unreadable' },
        { file: 'keys.txt', from: 8, to: 8, fate: 'accepted' },
      ],
    });
    expect(await stock()).toBe(4);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a dry run shows the same and stores nothing, not even in the audit log', async () => {
    await keeper.upload('/ops/keys?product=1', text(['OLD-1']));
    const lines = audited(shop, 'keys.upload');
    const answer = await keeper.upload('/ops/keys?product=1&dryRun=true', text(['NEW-1', 'OLD-1']));
    expect(answer.json<KeyUploadReport>()).toMatchObject({ uploadId: null, dryRun: true, accepted: 1, duplicateInShop: 1 });
    expect(await stock()).toBe(1);
    expect(await audited(shop, 'keys.upload')).toEqual(await lines);
  });

  test('the same file sent twice adds nothing the second time', async () => {
    await keeper.upload('/ops/keys?product=1', text(['A', 'B']));
    expect((await keeper.upload('/ops/keys?product=1', text(['A', 'B']))).json<KeyUploadReport>()).toMatchObject({
      accepted: 0,
      duplicateInShop: 2,
    });
    expect(await stock()).toBe(2);
  });

  test('a CSV holds keys and accounts, and may name the product in each line', async () => {
    const csv = 'kinguinId,key,login,password,mail\n1,KEY-1,,,\n2,,ada,secret,ada@example.com\n99,KEY-2,,,\n1,,half,,\n1,,,,\n';
    const answer = await keeper.upload('/ops/keys', [['file', csv, 'keys.csv']]);
    expect(answer.json<KeyUploadReport>()).toMatchObject({ accepted: 2, unknownProduct: 1, unreadable: 1, empty: 1 });
    const { rows } = await shop.database.query('select kind from stock_key order by kind');
    expect(rows).toEqual([{ kind: 'account' }, { kind: 'text' }]);
  });

  test('a line of a CSV without a product is reported, and all others are added, in any batch', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `${index === 900 ? '' : 1},MANY-${index}`);
    lines.push('1\u0000,NUL', '99999999999999999999,LARGE', ',"');
    const answer = await keeper.upload('/ops/keys', [['file', `kinguinId,key\n${lines.join('\n')}\n`, 'keys.csv']]);
    expect(answer.status).toBe(200);
    const report = answer.json<KeyUploadReport>();
    expect(report).toMatchObject({ lines: 1203, accepted: 1199, noProduct: 1, unreadable: 2, unknownProduct: 1 });
    expect(report.report).toContainEqual({ file: 'keys.csv', from: 902, to: 902, fate: 'noProduct' });
    expect(await stock()).toBe(1199);
  });

  test('a text without a product beside a CSV with products is reported line by line', async () => {
    const answer = await keeper.upload('/ops/keys', [
      ['file', 'kinguinId,key\n1,IN-CSV\n', 'keys.csv'],
      ['file', 'IN-TEXT-1\nIN-TEXT-2\n', 'keys.txt'],
    ]);
    expect(answer.json<KeyUploadReport>().report).toEqual([
      { file: 'keys.csv', from: 2, to: 2, fate: 'accepted' },
      { file: 'keys.txt', from: 1, to: 2, fate: 'noProduct' },
    ]);
  });

  test('pictures are keys, one each; what only looks like one is not', async () => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const answer = await keeper.upload('/ops/keys?product=1', [
      ['file', picture, 'one.png'],
      ['file', picture, 'again.png'],
      ['file', Buffer.from('<script>alert(1)</script>'), 'two.png'],
      ['file', Buffer.concat([picture, Buffer.from('MZ')]), 'three.png'],
    ]);
    expect(answer.json<KeyUploadReport>()).toMatchObject({ accepted: 1, duplicateInFile: 1, unreadable: 2 });
  });

  test('pasted lines are taken like a file, with the empty place of a file that was not chosen', async () => {
    expect(
      (
        await keeper.upload('/ops/keys?product=1', [
          ['file', ''],
          ['keys', 'P-0'],
        ])
      ).json<KeyUploadReport>(),
    ).toMatchObject({ lines: 1, accepted: 1 });
    for (const field of ['file', 'keys']) expect((await keeper.upload('/ops/keys?product=1', [[field, '']])).status).toBe(400);
    for (const [pasted, accepted] of [
      ['P-1\nP-2', 2],
      [' P-3 P-4\r\nP-5 ', 3],
    ] as const)
      expect((await keeper.upload('/ops/keys?product=1', [['keys', pasted]])).json<KeyUploadReport>()).toMatchObject({
        lines: accepted,
        accepted,
      });
  });

  test.each([
    ['/ops/keys', 400, 'product'],
    ['/ops/keys?product=99', 404, 'product'],
    ['/ops/keys?product=1&dryRun=perhaps', 400, 'dryRun'],
  ])('an upload to %s is refused with %d, naming %s', async (url, status, field) => {
    const answer = await keeper.upload(url, text(['A']));
    expect(answer.status).toBe(status);
    expect(answer.json<{ details: { field: string }[] }>().details[0]?.field).toBe(field);
    expect(await stock()).toBe(0);
  });

  test('support may not upload, and nobody without a key gets in', async () => {
    expect((await supporter.upload('/ops/keys?product=1', text(['A']))).status).toBe(403);
    expect((await shop.app.inject({ method: 'GET', url: '/ops/keys' })).statusCode).toBe(401);
  });

  test('an upload is in the audit log with its product and its lines, and without a key', async () => {
    await keeper.upload('/ops/keys?product=1', text(['SECRET-KEY-1', 'SECRET-KEY-2']));
    const line = (await audited(shop, 'keys.upload')).at(-1);
    expect(line).toMatchObject({ subject_id: product, after: { added: 2, from: 'keys.txt:1', to: 'keys.txt:2' } });
    expect(JSON.stringify(line)).not.toContain('SECRET');
  });

  async function oneKey(secret = 'LOOK-AT-ME'): Promise<string> {
    await keeper.upload('/ops/keys?product=1', text([secret]));
    const { items } = (await keeper.call('GET', '/ops/keys?product=1&state=available')).json<{ items: { id: string }[] }>();
    return items[0]?.id ?? '';
  }

  test('a burnt key is out of stock and stays known, a repeat changes nothing', async () => {
    const id = await oneKey('BURN-ME');
    for (const reason of ['Leaked', 'Leaked again'])
      expect((await keeper.call('POST', `/ops/keys/${id}/burn`, { reason })).status).toBe(204);
    expect(await stock()).toBe(0);
    expect((await audited(shop, 'keys.burn')).filter(({ subject_id }) => subject_id === id)).toHaveLength(1);
    expect((await keeper.upload('/ops/keys?product=1', text(['BURN-ME']))).json<KeyUploadReport>().duplicateInShop).toBe(1);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a key that an order holds is not burnt', async () => {
    const id = await oneKey();
    await shop.database.query(
      `update stock_key set state = 'reserved', order_id = 'somebody', reserved_until = now() + interval '1 year' where id = $1`,
      [id],
    );
    expect((await keeper.call('POST', `/ops/keys/${id}/burn`, { reason: 'Leaked' })).status).toBe(409);
    expect((await keeper.call('POST', '/ops/keys/nothing/burn', { reason: 'Leaked' })).status).toBe(404);
  });
}
