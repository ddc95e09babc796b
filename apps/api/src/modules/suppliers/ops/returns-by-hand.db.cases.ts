import { expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { Suppliers } from '../application/ports.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';

const FUNDS = 1_000_000;

export function returnsByHand(): void {
  const { made, bought, unsold, giveBack, returned, work, states, report } = returnShopOfTests();
  const { kinguin } = made;
  const dayOfReport = async () => (await report())[0]?.split(',').slice(2).map(Number);

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
    expect(await dayOfReport()).toEqual([1, 0, 0, 10, 10, 100]);
  });

  test('a return that is taken in part is closed by hand, with the keys that the supplier names or with all', async () => {
    for (const [onlyTaken, keys, last] of [
      [true, 1, 'quarantined'],
      [false, 2, 'burnt'],
    ] as const) {
      await made.renew();
      const purchase = await unsold();
      kinguin.mostTaken = 1;
      await giveBack(purchase);
      expect((await giveBack(purchase, { refunded: 10 })).status).toBe(409);
      await work();
      expect(await returned()).toMatchObject({ state: 'accepted', keys: 2 });
      expect((await giveBack(purchase, { refunded: 5, onlyTaken })).json()).toMatchObject({
        state: 'done',
        isByHand: true,
        keys,
        refunded: 5,
      });
      expect([await states(), (await made.purchases())[0]?.margin]).toEqual([['burnt', last], keys === 1 ? 5 : -5]);
      expect(await dayOfReport()).toEqual(keys === 1 ? [1, 1, 5, 10, 5, 50] : [1, 0, 5, 0, -5, 0]);
      await work(60);
      expect(await returned()).toMatchObject({ state: 'done', keys, refunded: 5 });
    }
  });

  test('a return of which the supplier has no key is closed as refused', async () => {
    const purchase = await unsold();
    kinguin.mostTaken = 0;
    await giveBack(purchase);
    expect((await giveBack('nothing', { onlyTaken: true })).status).toBe(404);
    await work();
    expect((await giveBack(purchase, { refunded: 5, onlyTaken: true })).status).toBe(409);
    kinguin.isAway = true;
    expect((await giveBack(purchase, { refunded: 0, onlyTaken: true })).status).toBe(409);
    kinguin.isAway = false;
    expect((await giveBack(purchase, { refunded: 0, onlyTaken: true })).json()).toMatchObject({ state: 'refused', refunded: null });
    expect([await states(), await returned()]).toMatchObject([['quarantined', 'quarantined'], { state: 'refused', keys: 0 }]);
  });

  test('a return whose supplier was switched off is closed by hand', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    const suppliers = made.shop.get(Suppliers);
    const { all } = suppliers;
    Object.assign(suppliers, { all: [made.other] });
    await work();
    const closed = await giveBack(purchase, { refunded: 10 });
    Object.assign(suppliers, { all });
    expect([closed.json(), await states()]).toMatchObject([{ state: 'done', isByHand: true, refunded: 10 }, ['burnt', 'burnt']]);
    await work(60);
    expect(kinguin.balanceMinor).toBe(FUNDS - 1000);
  });
}
