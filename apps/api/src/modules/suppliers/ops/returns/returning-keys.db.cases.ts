import { expect, test } from '@jest/globals';
import { operator } from '../../../../testing/operators.ts';
import { keyTextsOf } from '../../../../testing/products.ts';
import { refundWhole } from '../../../../testing/sales.ts';
import { SendMail } from '../../../../platform/mail/sending/send-mail.ts';
import { Refunds } from '../../../orders/index.ts';
import { AbandonRefund } from '../../../payments/application/refunds/abandon-refund.ts';
import { PrepareRefund } from '../../../payments/application/refunds/prepare-refund.ts';
import { ReturnKeys } from '../../application/after-sales/return-keys.ts';
import { returnShopOfTests } from '../../testing/return-shop.ts';

const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
const reason = 'a test';

/** Keys that go back are nobody's any more, and none of them is a buyer's. */
export function returningKeys(): void {
  const { made, bought, giveBack, returned, keys, states } = returnShopOfTests();
  const { kinguin } = made;

  /** Every way on which staff put keys from quarantine on sale. Answers how each ended. */
  async function release(): Promise<unknown[]> {
    const owner = await operator(made.shop, 'owner');
    const [key] = await keys();
    const one = await owner.call('POST', `/ops/keys/${key?.id}/release`, { reason });
    const restored = await owner.call('POST', '/ops/stock/release', { soldSince: [], reason });
    const wanted = { cause: 'return', reason };
    const newest = await owner.call('POST', `/ops/stock/${made.productId()}/release`, { newest: 1, ...wanted });
    const product = await owner.call('POST', `/ops/stock/${made.productId()}/release`, wanted);
    const all = await owner.call('POST', '/ops/stock/release', { soldSince: [], ...wanted });
    return [one.status, ...[restored, newest, product, all].map((answer) => answer.json<{ released: number }>().released)];
  }

  test('keys on their way back are not released before their supplier refuses them, then not as those of a restore, and never once it has them', async () => {
    const { id, purchase } = await bought(2);
    await refundWhole(made.shop, id);
    await giveBack(purchase);
    expect(await release()).toEqual([409, 0, 0, 0, 0]);
    kinguin.trouble = 'refused';
    await made.shop.get(ReturnKeys).run();
    expect([(await returned())?.state, await release()]).toEqual(['refused', [204, 0, 1, 0, 0]]);
    expect(await states()).toEqual(['available', 'available']);
    await giveBack(purchase);
    await made.shop.get(ReturnKeys).run();
    expect([(await returned())?.state, await states(), await release()]).toEqual(['done', ['burnt', 'burnt'], [409, 0, 0, 0, 0]]);
  });

  test('a refund that is given up gives its buyer other keys than those that go back', async () => {
    const { id, purchase } = await bought(1);
    await made.shop.get(SendMail).run(`${id}-keys-1`);
    await made.shop.get(PrepareRefund).run(id, null, { by, reason });
    const [refund] = await made.shop.get(Refunds).ofOrder(id);
    if (!refund) throw new Error('There is no refund.');
    expect([await states(), (await giveBack(purchase)).status]).toEqual([['burnt'], 202]);
    const giveUp = () => made.shop.get(AbandonRefund).run(refund, { by, reason });
    await expect(giveUp()).rejects.toThrow('keys');
    await made.addOwn(1);
    await giveUp();
    await made.shop.get(ReturnKeys).run();
    expect([(await returned())?.state, await states(), await keyTextsOf(made.shop, id)]).toEqual([
      'done',
      ['burnt'],
      [expect.stringContaining('OWN-')],
    ]);
  });

  test('a key that was delivered twice stays with its buyer when the second delivery is to go back', async () => {
    const { id } = await bought(1, 'SOLD-TWICE');
    const { purchase } = await bought(1, 'SOLD-TWICE');
    expect(await keyTextsOf(made.shop, id)).toEqual(['SOLD-TWICE']);
    const refused = await giveBack(purchase);
    expect([refused.status, refused.json()]).toMatchObject([409, { delivered: 1 }]);
    expect((await giveBack(purchase, { refunded: 5 })).status).toBe(409);
    expect((await giveBack(purchase, { refunded: 5, exceptKnown: true })).json()).toMatchObject({ state: 'done', refunded: 5 });
    expect(new Set(await states())).toEqual(new Set(['sold']));
  });

  test('a key that was delivered twice, and is in stock, goes back with either delivery alone', async () => {
    const { id, purchase: first } = await bought(1, 'UNSOLD-TWICE');
    const { id: second, purchase } = await bought(1, 'UNSOLD-TWICE');
    await refundWhole(made.shop, second);
    await refundWhole(made.shop, id);
    await giveBack(purchase);
    expect(new Set(await states())).toEqual(new Set(['quarantined']));
    expect((await giveBack(first)).status).toBe(409);
    await made.shop.get(ReturnKeys).run();
    expect([new Set(await states()), (await giveBack(first)).status]).toEqual([new Set(['burnt']), 409]);
  });
}
