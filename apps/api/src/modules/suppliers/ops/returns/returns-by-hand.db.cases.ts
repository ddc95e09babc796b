import { expect, jest, test } from '@jest/globals';
import { operator } from '../../../../testing/operators.ts';
import { SupplierRefused } from '../../domain/supplier-errors.ts';
import { Suppliers } from '../../application/ports.ts';
import { returnShopOfTests } from '../../testing/return-shop.ts';

const FUNDS = 1_000_000;
const DAY_MINUTES = 24 * 60;

export function returnsByHand(): void {
  const { made, bought, unsold, giveBack, returned, work, states, report } = returnShopOfTests();
  const { kinguin } = made;
  const daysOfReport = async () => (await report()).map((line) => line.split(',').slice(2).map(Number));

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
    expect(await daysOfReport()).toEqual([[1, 0, 0, 10, 10, 100]]);
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
      await work(DAY_MINUTES);
      expect((await giveBack(purchase, { refunded: 5, onlyTaken })).json()).toMatchObject({
        state: 'done',
        isByHand: true,
        keys,
        refunded: 5,
      });
      expect([await states(), (await made.purchases())[0]?.margin]).toEqual([['burnt', last], -5]);
      expect(await daysOfReport()).toEqual([
        [1, 2, 10, 0, -10, 0],
        [0, -keys, -5, 0, 5, 0],
      ]);
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
    await work(DAY_MINUTES);
    const untaken = await giveBack(purchase, { refunded: 5, onlyTaken: true });
    expect([untaken.status, untaken.text]).toEqual([409, expect.stringContaining('names no key')]);
    kinguin.isAway = true;
    const silent = await giveBack(purchase, { refunded: 0, onlyTaken: true });
    expect([silent.status, silent.text]).toEqual([409, expect.stringContaining('does not say')]);
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

  /** The answer to what staff send while the supplier works on the next call; `then` is what the call does in the end. */
  function duringCall(purchase: string, body: object, then: (takeBack: () => Promise<void>) => Promise<void>) {
    const answers: { status: number; text: string }[] = [];
    const takeBack = kinguin.takeBack.bind(kinguin);
    jest.spyOn(kinguin, 'takeBack').mockImplementationOnce(async (orderId) => {
      answers.push(await giveBack(purchase, body));
      await then(() => takeBack(orderId));
    });
    return answers;
  }
  const nowAsked = [{ status: 409, text: expect.stringContaining('right now') }];

  test('keys that the supplier is taking right now are not put on sale', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    const answers = duringCall(purchase, { refunded: 0, onlyTaken: true }, (takeBack) => takeBack());
    await work();
    expect(answers).toMatchObject(nowAsked);
    expect([await returned(), await states()]).toMatchObject([{ state: 'done', isByHand: false, refunded: 10 }, ['burnt', 'burnt']]);
  });

  test.each([null, 'lost before'] as const)('no refund is recorded while the supplier may refuse, first try %s', async (trouble) => {
    const purchase = await unsold();
    await giveBack(purchase);
    if (trouble) {
      kinguin.trouble = trouble;
      await work();
    }
    const answers = duringCall(purchase, { refunded: 10 }, () => Promise.reject(new SupplierRefused('It takes none.')));
    await work(1);
    expect(answers).toMatchObject(nowAsked);
    expect([await returned(), await states()]).toMatchObject([
      { state: trouble ? 'sent' : 'refused', failure: 'It takes none.', refunded: null },
      ['quarantined', 'quarantined'],
    ]);
  });

  test('keys that a lost call may have taken wait a day for the supplier to show them, or are burnt', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    Object.assign(kinguin, { trouble: 'lost after', showsReturns: false });
    await work();
    await work(DAY_MINUTES - 1);
    const early = await giveBack(purchase, { refunded: 0, onlyTaken: true });
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('24 hours')]);
    expect([await returned(), await states()]).toMatchObject([{ state: 'sent' }, ['quarantined', 'quarantined']]);
    expect((await giveBack(purchase, { refunded: 10 })).json()).toMatchObject({ state: 'done', isByHand: true, refunded: 10 });
    expect(await states()).toEqual(['burnt', 'burnt']);
  });

  test('what the supplier named does not close a return that was sent again meanwhile', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.trouble = 'lost before';
    await work();
    kinguin.showsReturns = false;
    jest.spyOn(kinguin, 'takenBack').mockImplementationOnce(async () => {
      await work();
      return [];
    });
    made.shop.clock.advance(DAY_MINUTES * 60_000);
    expect((await giveBack(purchase, { refunded: 0, onlyTaken: true })).status).toBe(409);
    expect([await returned(), await states()]).toMatchObject([{ state: 'accepted' }, ['quarantined', 'quarantined']]);
  });

  test.each([true, false])(
    'a call that outlives its lease, of a return that was closed meanwhile, is an alert; shown %s',
    async (isShown) => {
      const purchase = await unsold();
      await giveBack(purchase);
      kinguin.showsReturns = isShown;
      const takeBack = kinguin.takeBack.bind(kinguin);
      jest.spyOn(kinguin, 'takeBack').mockImplementationOnce(async (orderId) => {
        made.shop.clock.advance(3 * 60_000);
        await giveBack(purchase, { refunded: 4 });
        await takeBack(orderId);
      });
      await work();
      expect([await returned(), await made.alerts()]).toMatchObject([
        { state: 'done', isByHand: true, refunded: 4 },
        [expect.stringContaining('had closed by hand')],
      ]);
    },
  );

  test('a look that ends after staff closed the return raises no alert', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.showsReturns = false;
    await work();
    await made.shop.database.query('update supplier_return set tries = 23 where purchase_id = $1', [purchase]);
    jest.spyOn(kinguin, 'takenBack').mockImplementationOnce(async () => {
      await giveBack(purchase, { refunded: 4 });
      return [];
    });
    await work(1);
    expect([await returned(), await made.alerts()]).toMatchObject([{ state: 'done', isByHand: true, refunded: 4 }, []]);
  });
}
