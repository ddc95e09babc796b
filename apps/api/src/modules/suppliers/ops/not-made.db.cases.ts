import { expect, jest, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { audited } from '../../../testing/operators.ts';
import { untilOneWaits } from '../../../testing/until.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import type { References, SupplierOrder } from '../application/ports.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const reason = 'Their support found no such order';

export function notMade(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  async function unclear(references: References = 'listed'): Promise<{ id: string; purchase: string }> {
    const id = await made.backorder();
    kinguin.references = references;
    await made.offer(kinguin, 500, 1);
    const purchase = await made.sendLate();
    expect(await made.purchases()).toMatchObject([{ state: 'unclear' }]);
    return { id, purchase };
  }
  const record = (purchase: string, name = 'kinguin') =>
    made.staff.call('POST', `/ops/suppliers/${name}/purchases/${purchase}/not-made`, { reason });

  test.each<[References]>([['listed'], ['none']])(
    'an unclear order that was not made is refused, and bought elsewhere (references: %s)',
    async (references) => {
      const { id, purchase } = await unclear(references);
      await made.offer(other, 600, 5);
      await made.work();
      expect(other.ordered).toEqual([]);
      const answer = await record(purchase);
      const closedAt = made.shop.clock.now().toISOString();
      expect([answer.status, answer.json()]).toEqual([200, { purchase, state: 'refused', closedAt }]);
      await made.work();
      expect([await made.statusOf(id), await made.purchases(), other.ordered.length]).toMatchObject([
        'fulfilling',
        [{ state: 'refused', failure: 'The supplier told the staff that it has no such order.', closedAt }],
        1,
      ]);
    },
  );

  test('the call may be repeated, and leaves one line in the audit log and in the timeline', async () => {
    const { id, purchase } = await unclear();
    const first = await record(purchase);
    await made.work(5);
    const again = await record(purchase);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    const lines = await audited(made.shop, 'suppliers.not-made');
    expect(lines.filter(({ subject_id }) => subject_id === id)).toMatchObject([
      { reason, before: { purchase }, after: { state: 'refused' } },
    ]);
    const { timeline } = (await made.staff.call('GET', `/ops/orders/${id}`)).json<{ timeline: { source: string; what: string }[] }>();
    expect(timeline.filter(({ what }) => what === 'suppliers.not-made')).toMatchObject([{ source: 'staff', data: { reason } }]);
    expect(timeline.filter(({ what }) => what.startsWith('purchase_'))).toMatchObject([{ what: 'purchase_refused', data: { purchase } }]);
  });

  test('a purchase that is not unclear, or of another supplier, is left as it is', async () => {
    const { purchase } = await unclear();
    const unknown = await record(purchase, 'codeswholesale');
    expect([unknown.status, (await record('none')).status, (await record(purchase, 'steam')).status]).toEqual([404, 404, 404]);
    await made.renew();
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    await made.work();
    const [complete] = await made.purchases();
    const refusal = await record(complete?.id ?? '');
    expect([refusal.status, refusal.json()]).toMatchObject([
      409,
      { message: 'This purchase is complete. Only one that is unclear can be recorded as not made.' },
    ]);
    await made.renew();
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'refused';
    await made.work();
    const [refused] = await made.purchases();
    expect((await record(refused?.id ?? '')).status).toBe(409);
    expect((await made.purchases()).map(({ state }) => state)).toEqual(['refused']);
  });

  test('one that arrives after all is stored as a late order, and its purchase can be recorded as not made no more', async () => {
    const { id, purchase } = await unclear();
    // The looks that an unclear order has are over.
    for (const minutes of [60, 24 * 60]) await made.look(minutes);
    await made.offer(other, 600, 5);
    await record(purchase);
    await made.work();
    expect([await made.statusOf(id), other.ordered.length]).toEqual(['fulfilling', 1]);
    kinguin.arrive();
    await made.look(60);
    expect([await made.purchases(), (await made.alerts()).at(-1)]).toMatchObject([
      [{ state: 'complete', keys: 1, charged: 0, margin: -5 }],
      expect.stringContaining('though it did not list it and the shop gave it up'),
    ]);
    expect((await record(purchase)).status).toBe(409);
  });

  test('what was paid counts for a key that came late while the unclear one was open', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'late';
    await made.work();
    await made.offer(other, 600, 1);
    Object.assign(other, { references: 'listed', trouble: 'lost before' });
    await made.work(12);
    await made.work(12);
    kinguin.arrive();
    await made.look(50);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', charged: 0 }]);
    const [unclearOne] = await made.purchases('codeswholesale');
    expect((await record(unclearOne?.id ?? '', 'codeswholesale')).status).toBe(200);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', charged: 10, margin: 5 }]);
  });

  test('one that became unclear before purchases had leases can be recorded, too', async () => {
    const { purchase } = await unclear();
    await made.shop.database.query('update purchase set leased_until = null');
    expect((await record(purchase)).status).toBe(200);
    expect(await made.purchases()).toMatchObject([{ state: 'refused' }]);
  });

  test('one that is found at this moment stays found, and the answer says so', async () => {
    const { purchase } = await unclear();
    kinguin.arrive();
    const order = await kinguin.find(purchase);
    const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const finding = made.shop.get(Transaction).run(async () => {
      await made.shop.get(KeyPurchases).ordered(purchase, order as SupplierOrder, made.shop.clock.now());
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    const recording = record(purchase);
    await untilOneWaits(made.shop.database);
    gate.resolve();
    await finding;
    const answer = await recording;
    expect([answer.status, answer.json()]).toMatchObject([
      409,
      { message: 'This purchase is ordered. Only one that is unclear can be recorded as not made.' },
    ]);
  });

  /** What the next look finds, while staff record that there is no such order. */
  async function recordDuringLook(purchase: string, found: () => Promise<SupplierOrder | null>): Promise<void> {
    const spy = jest.spyOn(kinguin, 'find').mockImplementation(async () => {
      expect((await record(purchase)).status).toBe(200);
      return found();
    });
    try {
      await made.shop.get(LookAgain).run();
    } finally {
      spy.mockRestore();
    }
  }

  test('one that is recorded while it is looked at is looked at again an hour later', async () => {
    const { purchase } = await unclear();
    await made.look(60);
    // The last look that an unclear order has.
    made.shop.clock.advance(24 * 3_600_000);
    await recordDuringLook(purchase, async () => null);
    const { rows } = await made.shop.database.query<{ at: Date }>('select due_at as at from supplier_look');
    expect(rows).toEqual([{ at: new Date(made.shop.clock.now().getTime() + 3_600_000) }]);
  });

  test('one that is found while it is recorded is a late order: what is planned elsewhere is dropped', async () => {
    const { id, purchase } = await unclear();
    await made.offer(other, 600, 5);
    made.shop.clock.advance(3_600_000);
    await recordDuringLook(purchase, async () => {
      await made.offer(other, 600, 5);
      await made.shop.get(PlanPurchases).run();
      expect(await made.purchases('codeswholesale')).toMatchObject([{ state: 'planned' }]);
      kinguin.arrive();
      return kinguin.ordered[0]?.order ?? null;
    });
    await made.work();
    expect([await made.statusOf(id), await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      'fulfilling',
      [{ state: 'complete', charged: 10, margin: 5 }],
      [],
    ]);
    expect((await made.alerts()).at(-1)).toContain('though it did not list it and the shop gave it up');
  });

  test('what staff recorded is no refusal of the supplier: three within an hour alert to nothing', async () => {
    await made.backorder(3);
    kinguin.references = 'none';
    for (const offerId of ['first', 'second', 'third']) {
      await made.offer(kinguin, 500, 1, offerId);
      kinguin.trouble = 'late';
      await made.work();
      await made.work(2);
    }
    const all = await made.purchases();
    expect(all.map(({ state }) => state)).toEqual(['unclear', 'unclear', 'unclear']);
    for (const { id } of all) expect((await record(id)).status).toBe(200);
    await made.shop.get(WatchSuppliers).run();
    expect((await made.shop.database.query(`select from alert where kind = 'supplier-refusals'`)).rowCount).toBe(0);
  });
}
