import { expect, jest, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { refundWhole } from '../../../testing/sales.ts';
import { Looks } from '../application/after-sales/looks.ts';
import type { SupplierOrder } from '../application/ports.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const UNLISTED =
  'The supplier does not list it, and may have it all the same: ask the supplier. Until then nothing is bought in its place.';
const FOUND = 'the supplier has it: it is unclear no more. Its keys go to its order if that still lacks them, else into stock.';

/** Calls without an answer, at a supplier whose history has the shop's references, and which may take a second order with one. */
export function unclearOrders(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  /** An order that the supplier does not list ten minutes later; answers order and purchase. */
  async function unclear(quantity = 1): Promise<{ id: string; purchase: string }> {
    const id = await made.backorder(quantity);
    kinguin.references = 'listed';
    await made.offer(kinguin, 500, quantity);
    await made.offer(other, 600, 5);
    return { id, purchase: await made.sendLate() };
  }

  test('an order that the history does not show after ten minutes is unclear: staff is told once, and nothing is bought elsewhere', async () => {
    const { id } = await unclear();
    for (let hours = 0; hours < 30; hours += 1) {
      await made.offer(other, 600, 5, `another-${hours}`);
      await made.look(60);
    }
    expect([await made.purchases(), await made.purchases('codeswholesale'), await made.alerts(), await made.statusOf(id)]).toMatchObject([
      [{ state: 'unclear', failure: UNLISTED, margin: null, cost: null }],
      [],
      [UNLISTED],
      'paid',
    ]);
    expect([kinguin.ordered.length, other.ordered.length]).toEqual([0, 0]);
  });

  test.each(['listed', 'unique'] as const)(
    'one that another worker finds meanwhile is not given up, and staff are told nothing (references: %s)',
    async (references) => {
      const id = await made.backorder();
      kinguin.references = references;
      await made.offer(kinguin, 500, 1);
      kinguin.trouble = 'late';
      await made.work();
      const [purchase] = await made.purchases();
      const spy = jest.spyOn(kinguin, 'find').mockImplementation(async () => {
        kinguin.arrive();
        const order = kinguin.ordered[0]?.order as SupplierOrder;
        await made.shop.get(Transaction).run(() => made.shop.get(KeyPurchases).ordered(purchase?.id ?? '', order, made.shop.clock.now()));
        return null;
      });
      const added = jest.spyOn(made.shop.get(Looks), 'add');
      await made.work(12);
      spy.mockRestore();
      expect(added).not.toHaveBeenCalled();
      added.mockRestore();
      await made.work(5);
      expect([await made.statusOf(id), await made.purchases(), await made.alerts()]).toMatchObject([
        'fulfilling',
        [{ state: 'complete' }],
        [],
      ]);
    },
  );

  test('what staff are to ask about one that cannot be looked at is whether the supplier has it', async () => {
    await unclear();
    kinguin.isAway = true;
    for (let hours = 0; hours < 23; hours += 1) await made.look(61);
    expect(await made.alerts()).toEqual([
      UNLISTED,
      'its order could not be looked at 20 times. Ask the supplier whether it has one with this reference.',
    ]);
  });

  test('it is looked for after an hour and a day, and no more', async () => {
    await unclear();
    const asked = jest.spyOn(kinguin, 'find');
    for (const minutes of [30, 31, 60, 23 * 60, 60, 7 * 24 * 60]) await made.look(minutes);
    const { rows } = await made.shop.database.query('select purchase_id from supplier_look');
    expect([asked.mock.calls.length, rows.length]).toEqual([2, 0]);
    asked.mockRestore();
  });

  test.each([
    ['an hour', [60]],
    ['a day', [60, 23 * 60]],
  ])('found after %s, its keys go to the buyer who waits for them, and count as paid', async (_when, passed) => {
    const { id } = await unclear(3);
    for (const minutes of passed.slice(0, -1)) await made.look(minutes);
    kinguin.arrive();
    await made.look(passed.at(-1));
    expect([await made.statusOf(id), await made.purchases(), await made.alerts(), await made.free()]).toMatchObject([
      'fulfilling',
      [{ state: 'complete', keys: 3, cost: 15, charged: 10, margin: 15, supplierOrderId: made.supplierOrderId(), failure: null }],
      [UNLISTED, FOUND],
      0,
    ]);
    expect(other.ordered).toEqual([]);
  });

  test('a webhook with its reference makes the shop look at once', async () => {
    const { id, purchase } = await unclear();
    kinguin.arrive();
    const hint = { kind: 'order', supplierOrderId: made.supplierOrderId(), reference: purchase };
    await made.shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints: [hint] } });
    await made.look();
    expect([await made.statusOf(id), await made.purchases()]).toMatchObject(['fulfilling', [{ state: 'complete', charged: 10 }]]);
  });

  test('found after its order was refunded, its keys are in stock, nobody paid for them, and staff knows', async () => {
    const { id } = await unclear();
    await refundWhole(made.shop, id);
    kinguin.arrive();
    await made.look(60);
    expect([await made.statusOf(id), await made.purchases(), await made.alerts(), await made.free()]).toMatchObject([
      'refunded',
      [{ state: 'complete', keys: 1, cost: 5, charged: 0, margin: -5 }],
      [UNLISTED, FOUND],
      1,
    ]);
  });

  test('found as an order that the supplier has cancelled, it has ended, and its keys are bought elsewhere', async () => {
    const { id } = await unclear();
    kinguin.keysAtOnce = 0;
    kinguin.arrive();
    kinguin.refund(made.supplierOrderId());
    await made.offer(other, 600, 5);
    await made.look(60);
    expect([await made.statusOf(id), await made.purchases(), other.ordered.length]).toMatchObject(['fulfilling', [{ state: 'ended' }], 1]);
  });

  test('what was paid counts for a key that came earlier, where the unclear one comes for nobody', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'late';
    await made.work();
    await made.offer(other, 600, 1);
    Object.assign(other, { references: 'listed', trouble: 'late' });
    await made.work(12);
    await made.work(12);
    expect([await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      [{ state: 'refused' }],
      [{ state: 'unclear' }],
    ]);
    kinguin.arrive();
    await made.look(50);
    expect([await made.statusOf(id), await made.purchases()]).toMatchObject(['fulfilling', [{ state: 'complete', charged: 0 }]]);
    other.arrive();
    await made.look(60);
    expect([await made.purchases(), await made.purchases('codeswholesale'), await made.free()]).toMatchObject([
      [{ charged: 10, margin: 5 }],
      [{ state: 'complete', charged: 0, margin: -6 }],
      1,
    ]);
  });

  test('an unclear order for a key in place of another one replaces it when it is found, and is not bought again meanwhile', async () => {
    kinguin.references = 'listed';
    const { keyId, keyOf, buyAgain, purchase } = await made.replacementSentLate();
    await made.offer(other, 600, 1);
    expect((await buyAgain()).json()).toEqual({ purchase });
    kinguin.arrive();
    await made.look(60);
    expect([other.ordered.length, await made.purchases()]).toMatchObject([0, [{ state: 'complete', keys: 1, margin: -5 }]]);
    expect(await keyOf()).not.toBe(keyId);
  });
}
