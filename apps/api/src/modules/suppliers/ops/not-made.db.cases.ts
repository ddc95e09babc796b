import { expect, test } from '@jest/globals';
import { audited } from '../../../testing/operators.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import type { References } from '../application/ports.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const reason = 'Their support found no such order';

export function notMade(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  async function unclear(references: References = 'listed'): Promise<{ id: string; purchase: string }> {
    const id = await made.backorder();
    kinguin.references = references;
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'late';
    await made.work();
    await made.work(12);
    const [purchase] = await made.purchases();
    expect(purchase).toMatchObject({ state: 'unclear' });
    return { id, purchase: purchase?.id ?? '' };
  }
  const record = (purchase: string, name = 'kinguin') =>
    made.staff.call('POST', `/ops/suppliers/${name}/purchases/${purchase}/not-made`, { reason });
  async function look(minutes: number): Promise<void> {
    made.shop.clock.advance(minutes * 60_000);
    await made.shop.get(LookAgain).run();
    await made.work();
  }

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
    for (const minutes of [60, 24 * 60]) await look(minutes);
    await made.offer(other, 600, 5);
    await record(purchase);
    await made.work();
    expect([await made.statusOf(id), other.ordered.length]).toEqual(['fulfilling', 1]);
    kinguin.arrive();
    await look(60);
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
    await look(50);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', charged: 0 }]);
    const [unclearOne] = await made.purchases('codeswholesale');
    expect((await record(unclearOne?.id ?? '', 'codeswholesale')).status).toBe(200);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', charged: 10, margin: 5 }]);
  });
}
