import { expect, jest, test } from '@jest/globals';
import { audited, operator } from '../../../../testing/operators.ts';
import { refundWhole } from '../../../../testing/sales.ts';
import { SupplierReturns } from '../../application/after-sales/returns.ts';
import { dieOnce } from '../../testing/die-once.ts';
import type { OrderTrouble } from '../../testing/in-memory-supplier.ts';
import { returnShopOfTests } from '../../testing/return-shop.ts';
import type { ReturnView } from './returns-ops.dto.ts';

const FUNDS = 1_000_000;

export function returnCases(): void {
  const { made, bought, unsold, giveBack, returned, work, states, report } = returnShopOfTests();
  const { kinguin, other } = made;

  test('keys that nobody saw leave the stock, go back, and are burnt; report, balance and timeline agree', async () => {
    const { id, purchase } = await bought();
    await refundWhole(made.shop, id);
    expect([await states(), kinguin.balanceMinor]).toEqual([['available', 'available'], FUNDS - 1000]);
    const asked = await giveBack(purchase, { reason: 'The order was refunded' });
    expect([asked.status, asked.json<ReturnView>()]).toMatchObject([
      202,
      { state: 'asked', keys: 2, undelivered: 2, cost: 10, refunded: null },
    ]);
    expect(await states()).toEqual(['quarantined', 'quarantined']);
    await work();
    expect([await states(), kinguin.balanceMinor]).toEqual([['burnt', 'burnt'], FUNDS]);
    expect((await made.purchases())[0]).toMatchObject({
      state: 'complete',
      cost: 10,
      margin: 0,
      returned: { state: 'done', refunded: 10 },
    });
    const sums = (await report()).map((line) => line.split(',').slice(2).map(Number));
    expect(sums).toEqual([[1, 0, 0, 0, 0, 0]]);
    const { timeline } = (await made.staff.call('GET', `/ops/orders/${id}`)).json<{ timeline: { what: string; data: object }[] }>();
    expect(timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'return_asked', data: expect.objectContaining({ purchase, keys: 2, cost: 10 }) }),
        expect.objectContaining({ what: 'keys_returned', data: expect.objectContaining({ purchase, refunded: 10 }) }),
      ]),
    );
    expect(await audited(made.shop, 'suppliers.return')).toMatchObject([{ subject_id: purchase, reason: 'The order was refunded' }]);
    expect((await giveBack(purchase)).json()).toMatchObject({ state: 'done', refunded: 10 });
    await work(10);
    expect(kinguin.balanceMinor).toBe(FUNDS);
  });

  test('keys that buyers have stay', async () => {
    const { purchase } = await bought();
    const refused = await giveBack(purchase);
    expect([refused.status, refused.json()]).toMatchObject([409, { delivered: 2 }]);
    expect([await states(), await returned()]).toEqual([['sold', 'sold'], null]);
  });

  test('a key that was replaced goes back without more, and what its buyer paid stays', async () => {
    const { id, purchase } = await bought();
    await made.addOwn(2);
    const support = await operator(made.shop, 'support');
    for (const slot of [1, 2]) expect((await support.call('POST', `/ops/orders/${id}/keys/1/${slot}/replace`)).status).toBe(200);
    await giveBack(purchase);
    await work();
    expect([await returned(), (await made.purchases())[0]?.margin]).toMatchObject([{ state: 'done', undelivered: 0, refunded: 10 }, 20]);
  });

  test.each<[OrderTrouble, number]>([
    ['lost before', 1],
    ['lost after', 1],
    ['not sent', 1],
    ['died before', 3],
    ['died after', 3],
  ])('a return that is %s is made once', async (trouble, minutes) => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.trouble = trouble;
    await work();
    await work(minutes);
    expect([await returned(), await states(), kinguin.balanceMinor]).toMatchObject([{ state: 'done' }, ['burnt', 'burnt'], FUNDS]);
  });

  test('wherever the process dies, keys go back once', async () => {
    for (const [name, when] of [
      ['step', 'before'],
      ['step', 'after'],
      ['take', 'after'],
    ] as const) {
      await made.renew();
      await giveBack(await unsold());
      dieOnce(made.shop.get(SupplierReturns), name, when);
      expect(await work()).toBe(1);
      await work(3);
      expect([name, when, await returned(), kinguin.balanceMinor]).toMatchObject([name, when, { state: 'done' }, FUNDS]);
    }
  });

  test.each<OrderTrouble>(['lost after', 'died after'])('a return that is %s waits for a supplier that shows it late', async (trouble) => {
    const purchase = await unsold();
    await giveBack(purchase);
    Object.assign(kinguin, { trouble, showsReturns: false });
    await work();
    for (let hours = 0; hours < 23; hours += 1) await work(60);
    expect([await returned(), await states()]).toMatchObject([
      { state: 'sent', failure: 'There are no keys to take back.' },
      ['quarantined', 'quarantined'],
    ]);
    kinguin.showsReturns = true;
    await work(60);
    expect([await returned(), await states(), kinguin.balanceMinor]).toMatchObject([{ state: 'done' }, ['burnt', 'burnt'], FUNDS]);
  });

  test('a return that may have been made, and does not show for a day, is refused with an alert', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.trouble = 'lost before';
    await work();
    kinguin.trouble = 'refused';
    await work(1);
    expect(await returned()).toMatchObject({ state: 'sent', failure: 'It takes none of these keys back.' });
    kinguin.trouble = 'refused';
    await work(24 * 60);
    expect([await returned(), await made.alerts()]).toMatchObject([
      { state: 'refused', failure: 'It takes none of these keys back.' },
      ['its keys were not taken back: It takes none of these keys back.'],
    ]);
  });

  test('the day in which a return may show begins anew with each call that may have worked', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.trouble = 'lost before';
    await work();
    kinguin.trouble = 'lost before';
    await work(23 * 60);
    for (const [hours, state] of [
      [2, 'sent'],
      [23, 'refused'],
    ] as const) {
      kinguin.trouble = 'refused';
      await work(hours * 60);
      expect([hours, (await returned())?.state]).toEqual([hours, state]);
    }
  });

  test.each([null, 'died after'] as const)(
    'keys that were taken and not paid for are waited for, the call %s, and never sold again',
    async (trouble) => {
      const purchase = await unsold();
      Object.assign(kinguin, { trouble, mostPaid: 1 });
      await giveBack(purchase);
      await work();
      await work(3);
      const takeBack = jest.spyOn(kinguin, 'takeBack');
      for (let days = 0; days < 3; days += 1) await work(24 * 60);
      expect([await returned(), await states(), takeBack.mock.calls]).toMatchObject([
        { state: 'accepted', refunded: null, failure: 'The supplier has taken 2 of 2 keys, and paid for 1.' },
        ['quarantined', 'quarantined'],
        [],
      ]);
      takeBack.mockRestore();
      kinguin.mostPaid = 2;
      await work(60);
      expect([await returned(), await states()]).toMatchObject([{ state: 'done', refunded: 10 }, ['burnt', 'burnt']]);
    },
  );

  test('a supplier that takes its time is asked again, and one that refuses leaves the keys in quarantine, with an alert', async () => {
    const purchase = await unsold();
    kinguin.showsReturns = false;
    await giveBack(purchase);
    await work();
    expect(await returned()).toMatchObject({ state: 'accepted' });
    kinguin.showsReturns = true;
    await work(1);
    expect(await returned()).toMatchObject({ state: 'done' });
    await made.renew();
    const second = await unsold();
    kinguin.trouble = 'refused';
    await giveBack(second);
    await work();
    expect([await returned(), await states(), await made.alerts()]).toMatchObject([
      { state: 'refused', failure: 'It takes none of these keys back.' },
      ['quarantined', 'quarantined'],
      ['its keys were not taken back: It takes none of these keys back.'],
    ]);
    expect((await giveBack(second)).json()).toMatchObject({ state: 'asked' });
    await work();
    expect(await returned()).toMatchObject({ state: 'done' });
  });

  test('a supplier that names other keys than those of the purchase has taken none of them', async () => {
    await giveBack(await unsold());
    const named = jest.spyOn(kinguin, 'takenBack').mockResolvedValue(['foreign-1', 'foreign-2'].map((id) => ({ id, isPaid: true })));
    await work();
    await work(1);
    named.mockRestore();
    expect([await returned(), await states()]).toMatchObject([{ state: 'accepted', refunded: null }, ['quarantined', 'quarantined']]);
    await work(60);
    expect([await returned(), await states()]).toMatchObject([{ state: 'done' }, ['burnt', 'burnt']]);
  });

  test('keys of an open purchase, of another supplier’s and of a waiting order stay', async () => {
    kinguin.keysAtOnce = 1;
    const { purchase } = await bought();
    expect((await giveBack(purchase)).status).toBe(409);
    expect((await giveBack(purchase, {}, 'codeswholesale')).status).toBe(404);
    expect((await giveBack('nothing')).status).toBe(404);
    expect((await giveBack(purchase, {}, 'nobody')).status).toBe(404);
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work(10);
    await made.shop.database.query(
      `update stock_key set state = 'reserved', reserved_until = '2100-01-01' where id = (select min(stock_key_id) from purchased_key)`,
    );
    const reserved = await giveBack(purchase);
    expect([reserved.status, reserved.text]).toEqual([409, expect.stringContaining('holds a key')]);
    expect(other.ordered).toEqual([]);
  });
}
