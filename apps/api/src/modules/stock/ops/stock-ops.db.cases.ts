import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer, Transaction } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { AddKeys, AlertLowStock, ApplyStockChanges, ContinueKeyRotation, KeyStock } from '../index.ts';
import { Orders } from '../../orders/index.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { Vault } from '../application/ports.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { KeyRotations } from '../application/rotate-keys.ts';
import { AesVault } from '../adapters/aes-vault.ts';
import type { RotationAnswer } from './keys-ops.dto.ts';
import type { StockItem } from './stock-ops.dto.ts';

const material = (mail: string) => Buffer.alloc(32, mail).toString('base64');

export function stockOps(): void {
  const mailer = new RecordingMailer();
  const KEYS = `1:${material('a')},2:${material('b')}`;
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;
  let products: string[];

  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Mailer, useValue: mailer }], environment: { KEY_ENCRYPTION_KEYS: KEYS } });
    products = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }, { kinguinId: 3 }]);
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    mailer.sent.length = 0;
    await shop.database.query(
      'delete from allocation; delete from stock_key; delete from stock_change; delete from stock_watch; delete from key_rotation; update listing set stock = 0',
    );
  });

  let number = 0;
  const add = (index: number, count: number) =>
    shop.get(AddKeys).run(
      Array.from({ length: count }, () => ({
        productId: products[index] ?? '',
        secret: { kind: 'text', key: `LEVEL-${(number += 1)}` } as const,
      })),
      'test',
    );
  const levels = async (query = '') => (await owner.call('GET', `/ops/stock${query}`)).json<{ items: StockItem[]; totalPages: number }>();

  async function alert(): Promise<void> {
    await shop.get(AlertLowStock).run();
    const { rows } = await shop.database.query<{ id: string }>(`select id from letter where kind = 'low-stock' and state = 'waiting'`);
    for (const { id } of rows) await shop.get(SendMail).run(id);
  }

  test('levels are counted by state, lowest first, for products that ever had keys', async () => {
    await add(0, 5);
    await add(1, 2);
    await shop.database.query(`update stock_key set state = 'burnt' where id = (select id from stock_key where product_id = $1 limit 1)`, [
      products[0],
    ]);
    await shop.get(Transaction).run(() => shop.get(KeyStock).release('nobody'));
    await shop.database.query('update listing set stock = 4 where product_id = $1', [products[0]]);
    const { items, totalPages } = await levels();
    expect(items.map(({ kinguinId, available, burnt, threshold, isLow }) => ({ kinguinId, available, burnt, threshold, isLow }))).toEqual([
      { kinguinId: 2, available: 2, burnt: 0, threshold: 3, isLow: true },
      { kinguinId: 1, available: 4, burnt: 1, threshold: 3, isLow: false },
    ]);
    expect(totalPages).toBe(1);
    expect((await levels('?low=true')).items.map(({ kinguinId }) => kinguinId)).toEqual([2]);
    expect((await levels('?product=1')).items).toHaveLength(1);
    expect((await levels('?product=99')).items).toEqual([]);
  });

  test('products that become low are mailed once, in one mail, and again only after a restock', async () => {
    await add(0, 2);
    await add(1, 9);
    await alert();
    await alert();
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]?.text).toContain('Game 1: 2 left, warned at 3');
    expect(mailer.sent[0]?.text).not.toContain('Game 2');

    await add(0, 5);
    await alert();
    await shop.database.query('update listing set stock = 1 where product_id = $1', [products[0]]);
    await alert();
    expect(mailer.sent).toHaveLength(2);
  });

  test('a product that sells and runs out is alerted once, and again only after it was restocked; one that did not sell of late is not', async () => {
    const alerts = async () => {
      await shop.get(ApplyStockChanges).run();
      await shop.get(AlertLowStock).run();
      const { rows } = await shop.database.query<{ about: string; detail: string }>('delete from alert returning about, detail');
      return rows.map(({ about, detail }) => `${about}: ${detail}`);
    };
    const sell = (order: string, index: number, quantity: number) =>
      shop.get(Transaction).run(async () => {
        await shop.get(Orders).save(unpaidOrder({ id: order }), []);
        await shop.get(KeyStock).allocate(order, [{ line: 0, productId: products[index] ?? '', quantity }]);
      });
    await add(0, 3);
    await add(1, 1);
    await sell('long-ago', 1, 1);
    await shop.database.query(`update allocation set allocated_at = $1`, [new Date(shop.clock.now().getTime() - 30 * 86_400_000 - 1)]);
    await sell('sale-1', 0, 2);
    expect(await alerts()).toEqual([]);

    // The last key is reserved and seen as gone before it is sold.
    const until = new Date(shop.clock.now().getTime() + 60_000);
    await shop.database.query('delete from allocation where order_id = $1', ['sale-1']);
    await shop.get(Transaction).run(() => shop.get(KeyStock).reserve('sale-2', [{ productId: products[0] ?? '', quantity: 1 }], until));
    expect(await alerts()).toEqual([]);
    await sell('sale-2', 0, 1);
    expect(await alerts()).toEqual(['Game 1: 1 sold in the last 30 days']);
    await shop.database.query('insert into stock_changed (product_id) select product_id from stock_watch');
    expect(await alerts()).toEqual([]);

    await add(0, 1);
    expect(await alerts()).toEqual([]);
    await sell('sale-3', 0, 1);
    expect(await alerts()).toEqual(['Game 1: 2 sold in the last 30 days']);
  });

  test('a product has a threshold of its own, or that of the shop', async () => {
    await add(0, 5);
    expect((await owner.call('PUT', '/ops/stock/1/threshold', { threshold: 5 })).status).toBe(204);
    expect((await levels()).items[0]).toMatchObject({ threshold: 5, hasOwnThreshold: true, isLow: true });
    await owner.call('PUT', '/ops/stock/1/threshold', { threshold: null });
    await owner.call('PUT', '/ops/stock/threshold', { threshold: 4 });
    expect((await levels()).items[0]).toMatchObject({ threshold: 4, hasOwnThreshold: false, isLow: false });
    expect((await audited(shop, 'stock.threshold')).map(({ subject_id, before, after }) => ({ subject_id, before, after }))).toEqual([
      { subject_id: products[0], before: { threshold: null }, after: { threshold: 5 } },
      { subject_id: products[0], before: { threshold: 5 }, after: { threshold: null } },
      { subject_id: 'stock', before: { threshold: 3 }, after: { threshold: 4 } },
    ]);
  });

  test('a product that becomes low by a new threshold or by being shown again raises an alert, and unchanged products are not checked', async () => {
    await add(0, 5);
    await add(1, 9);
    await shop.database.query('update listing set is_hidden = true where product_id = $1', [products[2]]);
    await add(2, 1);
    await alert();
    expect(mailer.sent).toEqual([]);
    expect((await shop.database.query('select from stock_changed')).rows).toEqual([]);
    const warned = async () => {
      await alert();
      return mailer.sent.splice(0).flatMap(({ text }) => text.match(/Game \d: \d left/g));
    };
    await owner.call('PUT', '/ops/stock/2/threshold', { threshold: 10 });
    expect(await warned()).toEqual(['Game 2: 9 left']);
    await shop.database.query('update listing set is_hidden = false where product_id = $1', [products[2]]);
    expect(await warned()).toEqual(['Game 3: 1 left']);
    await owner.call('PUT', '/ops/stock/threshold', { threshold: 5 });
    expect(await warned()).toEqual(['Game 1: 5 left']);
    await owner.call('PUT', '/ops/stock/threshold', { threshold: 3 });
    expect(await warned()).toEqual([]);
  });

  test.each([[{ threshold: -1 }], [{ threshold: 1.5 }], [{ threshold: '3' }], [{}]])(
    'the threshold %j is refused by name',
    async (body) => {
      const answer = await owner.call('PUT', '/ops/stock/1/threshold', body);
      expect(answer.status).toBe(400);
      expect(answer.json<{ details: { field: string }[] }>().details[0]?.field).toBe('threshold');
    },
  );

  /** Keys as they were before version 2 was in the environment. */
  async function addOld(count: number, instead?: KeySecret): Promise<void> {
    const vault = shop.get(Vault);
    const old = new AesVault({ ...shop.config, keyEncryptionVersion: 1 });
    const seal = vault.seal.bind(vault);
    vault.seal = (secret, context) => old.seal(instead ?? secret, context);
    try {
      await add(0, count);
    } finally {
      vault.seal = seal;
    }
  }
  const rotation = async () => (await owner.call('GET', '/ops/keys/rotation')).json<RotationAnswer>();

  test('a rotation encrypts all keys anew, shows how far it is, and every key opens to what it was', async () => {
    await addOld(1200);
    expect(await rotation()).toMatchObject({ current: 2, state: 'never', remaining: 1200 });
    expect((await owner.call('POST', '/ops/keys/rotation')).json<RotationAnswer>()).toMatchObject({ state: 'running', total: 1200 });

    // The process dies after the first batch.
    await shop.get(Transaction).run(() => shop.get(KeyRotations).encryptAnew(2, 500));
    expect(await rotation()).toMatchObject({ state: 'running', remaining: 700 });

    await Promise.all([shop.get(ContinueKeyRotation).run(), shop.get(ContinueKeyRotation).run()]);
    expect(await rotation()).toMatchObject({
      state: 'done',
      remaining: 0,
      versions: [
        { version: 1, keys: 0 },
        { version: 2, keys: 1200 },
      ],
    });

    const { rows } = await shop.database.query<{ id: string }>('select id from stock_key order by id limit 1');
    const looked = await owner.call('POST', `/ops/keys/${rows[0]?.id}/look`, { reason: 'After the rotation' });
    expect(looked.json<{ key: string }>().key).toMatch(/^LEVEL-\d+$/);
    const only = new AesVault({ ...shop.config, keyEncryptionKeys: new Map([[2, Buffer.alloc(32, 'b')]]) });
    const { rows: sealed } = await shop.database.query<{
      id: string;
      product_id: string;
      ciphertext: Buffer;
      nonce: Buffer;
      key_version: number;
    }>('select id, product_id, ciphertext, nonce, key_version from stock_key');
    for (const row of sealed)
      expect(only.open({ ...row, keyVersion: row.key_version }, `${row.id}/${row.product_id}`)).toMatchObject({ kind: 'text' });
    expect(await audited(shop, 'keys.rotate')).toHaveLength(1);
  });

  test('a worker from before the change leaves a rotation to those who have the new version', async () => {
    await addOld(3);
    await owner.call('POST', '/ops/keys/rotation');
    Object.assign(shop.config, { keyEncryptionVersion: 1 });
    try {
      await shop.get(ContinueKeyRotation).run();
    } finally {
      Object.assign(shop.config, { keyEncryptionVersion: 2 });
    }
    expect(await rotation()).toMatchObject({ state: 'running', remaining: 3 });
    await shop.get(ContinueKeyRotation).run();
    expect(await rotation()).toMatchObject({ state: 'done', remaining: 0 });
  });

  test('a batch of a rotation has fewer keys where they are large', async () => {
    await addOld(5, { kind: 'image', mediaType: 'image/png', base64: 'A'.repeat(3_000_000) });
    const batch = () => shop.get(Transaction).run(() => shop.get(KeyRotations).encryptAnew(2, 500));
    expect([await batch(), await batch(), await batch(), await batch()]).toEqual([2, 2, 1, 0]);
  });

  test('a rotation that was asked for twice is one, and one that has nothing to do ends', async () => {
    await add(0, 1);
    await owner.call('POST', '/ops/keys/rotation');
    await owner.call('POST', '/ops/keys/rotation');
    await shop.get(ContinueKeyRotation).run();
    expect(await rotation()).toMatchObject({ state: 'done', total: 0 });
  });

  test('only an owner rotates', async () => {
    const keeper = await operator(shop, 'catalogue');
    expect((await keeper.call('POST', '/ops/keys/rotation')).status).toBe(403);
  });
}
