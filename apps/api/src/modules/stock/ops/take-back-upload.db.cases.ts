import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts, keyStates } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { KeyStock } from '../index.ts';
import type { KeyUploadReport } from './key-upload.dto.ts';
import type { KeyItem } from './keys-ops.dto.ts';
import type { TakenBackAnswer } from './stock-ops.dto.ts';

const reason = 'The supplier sent used keys';

/** An upload is taken back by the id that it answered. */
export function takeBackUpload(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let products: string[];
  let uploads: string[];

  /** Two uploads at the same moment, each with keys of both products; of the first one, one key is sold and one reserved. */
  beforeAll(async () => {
    shop = await salesShop({ provider });
    keeper = await operator(shop, 'catalogue');
    products = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
    uploads = [];
    for (const name of ['BAD', 'FINE']) {
      const lines = [1, 2, 3].map((number) => `1,${name}-${number}`);
      const csv = `kinguinId,key\n${lines.join('\n')}\n2,${name}-4\n`;
      const answer = await keeper.upload('/ops/keys', [['file', csv, 'keys.csv']]);
      uploads.push(answer.json<KeyUploadReport>().uploadId ?? '');
    }
    await buy(shop, provider, { kinguinId: 1 });
    await buy(shop, provider, { kinguinId: 1, isPaid: false });
  });
  afterAll(() => shop.close());

  const burn = (upload: string | undefined, query = '', by = keeper) =>
    by.call('POST', `/ops/keys/uploads/${upload}/burn${query}`, { reason });

  test('the keys of an upload are listed by its id', async () => {
    const { items } = (await keeper.call('GET', `/ops/keys?uploadId=${uploads[1]}`)).json<{ items: KeyItem[] }>();
    expect(items.map(({ uploadId, productId }) => [uploadId, productId])).toEqual([
      [uploads[1], products[1]],
      ...[1, 2, 3].map(() => [uploads[1], products[0]]),
    ]);
    expect((await keeper.call('GET', '/ops/keys?uploadId=nothing')).json()).toMatchObject({ items: [] });
  });

  test('an upload that nobody made is 404, and support burns none', async () => {
    expect((await burn('01hzx3v9k2m4n6p8q0r2s4t6w8')).status).toBe(404);
    expect((await burn(uploads[0], '', await operator(shop, 'support'))).status).toBe(403);
  });

  test('a dry run shows what it would be and burns none', async () => {
    expect((await burn(uploads[0], '?dryRun=true')).json<TakenBackAnswer>()).toEqual({ dryRun: true, burnt: 2, reserved: 1, sold: 1 });
    expect(await keyStates(shop, products[0] ?? '')).not.toContain('burnt');
    expect(await audited(shop, 'keys.burn')).toEqual([]);
  });

  test('its unsold keys of all products are burnt, those of another upload stay, and a repeat burns none and adds no line', async () => {
    expect((await burn(uploads[0])).json<TakenBackAnswer>()).toEqual({ dryRun: false, burnt: 2, reserved: 1, sold: 1 });
    expect((await keyStates(shop, products[0] ?? '')).toSorted()).toEqual([
      'available',
      'available',
      'available',
      'burnt',
      'reserved',
      'sold',
    ]);
    expect((await keyStates(shop, products[1] ?? '')).toSorted()).toEqual(['available', 'burnt']);
    expect(Object.fromEntries(await shop.get(KeyStock).available(products))).toEqual({ [products[0] ?? '']: 3, [products[1] ?? '']: 1 });
    expect((await burn(uploads[0])).json<TakenBackAnswer>().burnt).toBe(0);
    expect(await audited(shop, 'keys.burn')).toMatchObject([{ subject_id: uploads[0], reason, after: { burnt: 2, marked: 2 } }]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });
}
