import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../testing/until.ts';
import { NormalisedHashes } from '../application/fill-normalised-hashes.ts';
import { AddKeys, FillNormalisedHashes, KeyReturns, KeyStock } from '../index.ts';
import type { KeyUploadReport } from './key-upload.dto.ts';

const text = (key: string) => ({ kind: 'text', key }) as const;

/** Keys that differ in case, dashes and spaces alone. */
export function similarKeys(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let product: string;

  beforeAll(async () => {
    shop = await testShop();
    [product = ''] = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
    keeper = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from stock_key; delete from stock_change; update listing set stock = 0'));

  const upload = async (keys: readonly string[], query = '', kinguinId = 1) =>
    (await keeper.upload(`/ops/keys?product=${kinguinId}${query}`, [['file', keys.join('\n'), 'keys.txt']])).json<KeyUploadReport>();
  const count = async () => (await shop.database.query('select from stock_key')).rowCount;
  const withoutHash = async () => (await shop.database.query('select from stock_key where normalised_fingerprint is null')).rowCount;
  /** Keys as a version left them that made no such hash. */
  const addOld = async (keys: readonly string[]) => {
    await shop.get(AddKeys).run(
      keys.map((key) => ({ productId: product, secret: text(key) })),
      'test',
    );
    await shop.database.query('update stock_key set normalised_fingerprint = null');
  };

  test.each(['', '&dryRun=true'])('a key in another spelling is reported as a probable duplicate and skipped%s', async (query) => {
    await upload(['AAAAA-BBBBB', 'DDDDD']);
    expect(await upload(['AAAAA-CCCCC', 'aaaaabbbbb', 'DDDDD', 'aaaaa-ccccc'], query)).toMatchObject({
      accepted: 1,
      duplicateInShop: 1,
      probableDuplicate: 2,
      report: [
        { from: 1, to: 1, fate: 'accepted' },
        { from: 2, to: 2, fate: 'probableDuplicate' },
        { from: 3, to: 3, fate: 'duplicateInShop' },
        { from: 4, to: 4, fate: 'probableDuplicate', firstAt: { file: 'keys.txt', line: 1 } },
      ],
    });
    expect(await count()).toBe(query === '' ? 3 : 2);
  });

  test.each(['', '&dryRun=true'])('with a confirmation they are added, but never identical ones%s', async (query) => {
    await upload(['AAAAA-BBBBB']);
    const answer = await upload(['aaaaa-bbbbb', 'AAAAABBBBB', 'AAAAA-BBBBB', 'aaaaa-bbbbb'], `&takeProbableDuplicates=true${query}`);
    expect(answer).toMatchObject({ accepted: 2, duplicateInShop: 1, duplicateInFile: 1, probableDuplicate: 0 });
    expect(await count()).toBe(query === '' ? 3 : 1);
  });

  test('of two concurrent uploads with two spellings of one key, for two products, one reports it', async () => {
    const [added, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = shop.get(Transaction).run(async () => {
      await shop.get(KeyStock).add([{ productId: product, secret: text('AAAAA-BBBBB') }], { actor: 'test', refusesSimilar: true });
      added.resolve();
      await mayCommit.promise;
    });
    await added.promise;
    const second = upload(['aaaaabbbbb'], '', 2);
    await Promise.race([untilOneWaits(shop.database), second]);
    mayCommit.resolve();
    await first;
    expect(await second).toMatchObject({ accepted: 0, probableDuplicate: 1 });
  });

  test('keys from before are known by their other spellings once the job has been at them, and a process that died in it loses nothing', async () => {
    await addOld(Array.from({ length: 1700 }, (_, at) => `OLD-${at}-KEY`));
    // It died after its first batch.
    await shop.get(Transaction).run(() => shop.get(NormalisedHashes).fill('', 500));
    expect(await withoutHash()).toBe(1200);
    await Promise.all([shop.get(FillNormalisedHashes).run(), shop.get(FillNormalisedHashes).run()]);
    expect(await withoutHash()).toBe(0);
    expect(await upload(['old3key', 'old1699key'])).toMatchObject({ accepted: 0, probableDuplicate: 2 });
  });

  test('a key that cannot be decrypted, or has an unknown key version, does not stop the others', async () => {
    await addOld(['ONE', 'TWO', 'THREE']);
    const { rows } = await shop.database.query<{ id: string }>('select id from stock_key order by id');
    await shop.database.query(`update stock_key set ciphertext = nonce where id = $1`, [rows[0]?.id]);
    await shop.database.query(`update stock_key set key_version = 99 where id = $1`, [rows[1]?.id]);
    const filled = shop.get(Transaction).run(() => shop.get(NormalisedHashes).fill('', 10));
    expect(await filled).toEqual({ last: rows[2]?.id, unreadable: 1 });
    const { rows: left } = await shop.database.query('select id from stock_key where normalised_fingerprint is null order by id');
    expect(left).toEqual(rows.slice(0, 2));
  });

  test('a key is found by its own spelling alone, and by any other all that it may be', async () => {
    await upload(['AAAAA-BBBBB']);
    await upload(['aaaaa-bbbbb'], '&takeProbableDuplicates=true');
    const { rows } = await shop.database.query<{ id: string }>('select id from stock_key order by id');
    const find = async (key: string) => (await shop.get(KeyReturns).find(text(key))).map(({ keyId }) => keyId);
    expect([await find('AAAAA-BBBBB'), await find('aaaaa-bbbbb'), await find('AaAaA BbBbB'), await find('AAAAA-BBBB8')]).toEqual([
      [rows[0]?.id],
      [rows[1]?.id],
      rows.map(({ id }) => id),
      [],
    ]);
  });
}
