import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operator } from '../../../../testing/operators.ts';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import type { KeyUploadReport } from '../../ops/key-upload.dto.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

export function keyFiles(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [{ kinguinId: 1 }]);
    keeper = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from stock_key; delete from stock_change; update listing set stock = 0'));

  const upload = async (...files: (readonly [name: string, content: string | Buffer])[]) =>
    (
      await keeper.upload(
        '/ops/keys?product=1',
        files.map(([name, content]) => ['file', content, name] as const),
      )
    ).json<KeyUploadReport>();

  test.each([
    ['keys.xlsx', bytes('PK\u0003\u0004\u0014\u0000\u0006\u0000\nxl/workbook.xml\nSheet1\n')],
    ['keys.csv', bytes('PK\u0003\u0004\nkinguinId,key\n1,IN-A-ZIP\n')],
    ['keys.pdf', bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
    ['keys.rtf', bytes('{\\rtf1\\ansi\nAAAAA-BBBBB\n}')],
    ['keys.bin', Buffer.concat([Buffer.from('AAAAA\nBBBBB\n'), Buffer.alloc(3), Buffer.from('\nCCCCC\n'.repeat(50_000))])],
  ])('no line of %s, which is no text, is added, and the next file is', async (name, content) => {
    expect(await upload([name, content], ['good.txt', 'GOOD-1\n'])).toMatchObject({
      lines: 2,
      accepted: 1,
      unreadable: 1,
      report: [
        { file: name, from: 1, to: 1, fate: 'unreadable' },
        { file: 'good.txt', from: 1, to: 1, fate: 'accepted' },
      ],
    });
  });

  test.each([',', ';', '\t'])('a CSV may stand with "%s" between its columns', async (delimiter) => {
    const csv = [
      ['kinguinId', 'key'],
      ['1', 'A,B'],
      ['1', '"C;D"'],
    ].map((row) => row.join(delimiter));
    expect(await upload(['keys.csv', csv.join('\r\n').replace('A,B', delimiter === ',' ? '"A,B"' : 'A,B')])).toMatchObject({
      lines: 2,
      accepted: 2,
    });
  });

  test('a CSV without a key column is reported as such, not as lines without a key', async () => {
    expect(await upload(['keys.csv', 'AAAAA-BBBBB\nCCCCC-DDDDD\n'])).toMatchObject({
      lines: 1,
      accepted: 0,
      empty: 0,
      noColumn: 1,
      report: [{ file: 'keys.csv', from: 1, to: 1, fate: 'noColumn' }],
    });
    expect(await upload(['keys.csv', 'login,mail\nada,ada@example.com\n'])).toMatchObject({ accepted: 0, noColumn: 1 });
  });
}
