import { expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';

const FUNDS = 1_000_000;

export function returnsByHand(): void {
  const { made, bought, unsold, giveBack, returned, work, states, report } = returnShopOfTests();
  const { kinguin } = made;

  test('where a supplier has no call, staff record what it paid back', async () => {
    kinguin.returns = 'by hand';
    const purchase = await unsold();
    const refused = await giveBack(purchase);
    expect([refused.status, refused.json()]).toMatchObject([409, { details: [{ field: 'refunded' }] }]);
    expect((await giveBack(purchase, { refunded: 10.01 })).status).toBe(400);
    expect((await giveBack(purchase, { refunded: 4.5 })).json()).toMatchObject({ state: 'done', isByHand: true, refunded: 4.5 });
    expect([await states(), (await made.purchases())[0]?.margin]).toEqual([['burnt', 'burnt'], -5.5]);
    await work(1);
    expect(kinguin.balanceMinor).toBe(FUNDS - 1000);
  });

  test('what a supplier paid back is no null, and is not recorded while it can be asked by its call', async () => {
    const purchase = await unsold();
    expect((await giveBack(purchase, { refunded: null })).status).toBe(400);
    const refused = await giveBack(purchase, { refunded: 0 });
    expect([refused.status, refused.json()]).toMatchObject([409, { details: [{ field: 'refunded' }] }]);
    expect([await states(), await returned()]).toEqual([['available', 'available'], null]);
    kinguin.trouble = 'refused';
    await giveBack(purchase);
    await work();
    expect((await giveBack(purchase, { refunded: 4 })).json()).toMatchObject({ state: 'done', isByHand: true, refunded: 4 });
    expect(await states()).toEqual(['burnt', 'burnt']);
  });

  test('of a purchase that its supplier ended no more is paid back than was counted for the keys that came', async () => {
    kinguin.keysAtOnce = 1;
    const { id, purchase } = await bought();
    kinguin.end(made.supplierOrderId());
    await made.addOwn(3);
    await made.work(10);
    const support = await operator(made.shop, 'support');
    for (const slot of [1, 2]) expect((await support.call('POST', `/ops/orders/${id}/keys/1/${slot}/replace`)).status).toBe(200);
    expect((await giveBack(purchase, { refunded: 5.01 })).status).toBe(400);
    const done = await giveBack(purchase, { refunded: 5 });
    expect(done.json()).toMatchObject({ state: 'done', keys: 1, cost: 5, refunded: 5 });
    expect((await report()).map((line) => line.split(',').slice(2).map(Number))).toEqual([[1, 0, 0, 10, 10, 100]]);
  });
}
