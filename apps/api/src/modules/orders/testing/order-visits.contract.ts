import { expect, test } from '@jest/globals';
import type { OrderVisits, Visitor } from '../application/views/order-visits.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 10, minute));
const buyer: Visitor = { viewer: 'guest', address: '192.0.2.1', browser: 'Firefox 144 on Windows', browserId: 'browser-1' };

/**
 * What every OrderVisits must do. `make` gives two orders without visits, the first of which the browser `browser-1` has placed; `reveal` adds
 * a view of the keys of an order.
 */
export function orderVisitsContract(
  make: () => Promise<{ visits: OrderVisits; orderIds: readonly [string, string]; reveal: (orderId: string) => Promise<string> }>,
): void {
  test('a visit is read with what was shown, when, from where and by which browser', async () => {
    const { visits, orderIds } = await make();
    const [id, other] = orderIds;
    await visits.note([id, other, 'nobody'], 'list', { ...buyer, viewer: 'user ada', browser: null }, at(2));
    await visits.note([id], 'page', { ...buyer, browserId: null }, at(1));
    expect(await visits.ofOrder(id)).toEqual([
      {
        ...{ shown: 'page', revealId: null, viewer: 'guest', address: '192.0.2.1', browser: 'Firefox 144 on Windows' },
        ...{ isBuyingBrowser: false, at: at(1) },
      },
      { shown: 'list', revealId: null, viewer: 'user ada', address: '192.0.2.1', browser: null, isBuyingBrowser: true, at: at(2) },
    ]);
    expect(await visits.ofOrder(other)).toMatchObject([{ shown: 'list', isBuyingBrowser: false }]);
    expect(await visits.ofOrder('nobody')).toEqual([]);
    await visits.note([], 'list', buyer, at(3));
  });

  test('a view of keys is noted with its id, of an order that there is', async () => {
    const { visits, orderIds, reveal } = await make();
    const [id] = orderIds;
    const [one, other] = [await reveal(id), await reveal(id)];
    await visits.noteReveal(id, other, { ...buyer, browserId: null, browser: null }, at(1));
    await visits.noteReveal(id, one, buyer, at(1));
    await visits.noteReveal('nobody', await reveal(id), buyer, at(1));
    const { viewer, address, browser } = buyer;
    expect(await visits.ofOrder(id)).toEqual([
      { shown: 'keys', revealId: other, viewer, address, browser: null, isBuyingBrowser: false, at: at(1) },
      { shown: 'keys', revealId: one, viewer, address, browser, isBuyingBrowser: true, at: at(1) },
    ]);
  });

  test('what the same visitor saw within the hour is noted once, keys each time', async () => {
    const { visits, orderIds, reveal } = await make();
    const [id] = orderIds;
    for (const minute of [0, 1, 59]) await visits.note([id], 'page', buyer, at(minute));
    for (const minute of [0, 1]) await visits.noteReveal(id, await reveal(id), buyer, at(minute));
    await visits.note([id], 'page', { ...buyer, address: '192.0.2.2' }, at(2));
    await visits.note([id], 'page', { ...buyer, browser: null }, at(3));
    await visits.note([id], 'page', { ...buyer, viewer: 'user ada' }, at(4));
    await visits.note([id], 'page', buyer, at(60));
    const minutes = (shown: string, all: Awaited<ReturnType<OrderVisits['ofOrder']>>) =>
      all.filter((one) => one.shown === shown).map((one) => (one.at.getTime() - at(0).getTime()) / 60_000);
    const all = await visits.ofOrder(id);
    expect([minutes('page', all), minutes('keys', all)]).toEqual([
      [0, 2, 3, 4, 60],
      [0, 1],
    ]);
  });

  test('of an order twenty visits of a kind are noted within a day, whatever browsers they name, and all views of its keys', async () => {
    const { visits, orderIds, reveal } = await make();
    const [id, other] = orderIds;
    for (let version = 1; version <= 25; version += 1) {
      const by = { ...buyer, browser: `Chrome ${version} on Windows` };
      await visits.note([id], 'list', by, at(0));
      await visits.noteReveal(id, await reveal(id), by, at(0));
    }
    await visits.note([id], 'page', buyer, at(1));
    await visits.note([other], 'list', buyer, at(1));
    await visits.note([id], 'list', buyer, at(24 * 60));
    const count = async (order: string, kind: string) => (await visits.ofOrder(order)).filter(({ shown }) => shown === kind).length;
    expect([await count(id, 'list'), await count(id, 'keys'), await count(id, 'page'), await count(other, 'list')]).toEqual([21, 25, 1, 1]);
  });
}
