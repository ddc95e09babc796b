import { expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { MarginRules } from '../application/margins/margin-rules.ts';
import type { References } from '../application/ports.ts';
import { KeyPurchases } from '../application/purchases.ts';
import type { OrderTrouble } from '../testing/in-memory-supplier.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const LEASE_MINUTES = 2;

/** Purchases whose first call was not answered, and workers that stall. */
export function secondSends(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  const pause = () => made.staff.call('POST', '/ops/suppliers/kinguin/pause', {});

  test.each<[OrderTrouble]>([['refused'], ['not sent']])(
    'a second call that is %s says nothing about the first one, which takes effect later',
    async (second) => {
      const id = await made.backorder();
      await made.offer(kinguin, 500, 1);
      await made.offer(other, 600, 5);
      kinguin.trouble = 'late';
      await made.work();
      const [{ sentAt } = {}] = await made.purchases();
      kinguin.trouble = second;
      await made.work(0.05);
      expect(kinguin.trouble).toBeNull();
      await pause();
      await made.work(0.1);
      expect([await made.purchases(), other.ordered]).toMatchObject([[{ state: 'sent', sentAt }], []]);
      kinguin.arrive();
      await made.work(5);
      expect([kinguin.ordered.length, other.ordered.length, await made.statusOf(id)]).toEqual([1, 0, 'fulfilling']);
      expect(await made.purchases()).toMatchObject([{ state: 'complete', supplierOrderId: made.supplierOrderId() }]);
    },
  );

  test('an order that never takes effect counts as refused ten minutes after it was sent first, and is bought elsewhere', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 1);
    await made.offer(other, 600, 5);
    kinguin.trouble = 'lost before';
    await made.work();
    for (const minutes of [0.1, 1, 3, 5]) {
      kinguin.trouble = 'refused';
      await made.work(minutes);
      expect([await made.purchases(), other.ordered]).toMatchObject([[{ state: 'sent' }], []]);
    }
    await made.work(6);
    expect(await made.purchases()).toMatchObject([{ state: 'refused' }]);
    expect([other.ordered.length, await made.statusOf(id)]).toEqual([1, 'fulfilling']);
  });

  test.each([
    ['has its keys by now', () => made.addOwn(1)],
    ['was promised to a supplier that is paused', pause],
  ] as const)('what was sent is not sent again for an order that %s', async (_what, change) => {
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'lost before';
    await made.work();
    await change();
    for (const minutes of [0.1, 120, 11]) await made.work(minutes);
    expect([kinguin.ordered, await made.purchases()]).toMatchObject([[], [{ state: 'refused' }]]);
  });

  test('a supplier that was away for long is not sent an old order again', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'lost before';
    await made.work();
    kinguin.isAway = true;
    await made.work(0.1);
    kinguin.isAway = false;
    await made.work(150);
    expect([kinguin.ordered, await made.purchases()]).toMatchObject([[], [{ state: 'refused' }]]);
  });

  test('what a pause of the supplier keeps from being sent is no try: it is sent when the pause ends', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 1);
    for (let pauses = 0; pauses < 6; pauses += 1) {
      kinguin.trouble = 'pausing';
      await made.work(1);
      expect(kinguin.trouble).toBeNull();
    }
    await made.work(0.9);
    expect([kinguin.ordered, await made.purchases()]).toMatchObject([[], [{ state: 'planned', failure: 'It asked for a pause.' }]]);
    await made.work(0.1);
    expect([kinguin.ordered.length, await made.statusOf(id)]).toEqual([1, 'fulfilling']);
  });

  test.each<[References]>([['unique'], ['listed']])(
    'a worker that stalls longer than its lease sends nothing that another one has sent (references: %s)',
    async (references) => {
      kinguin.references = references;
      const id = await made.backorder();
      await made.offer(kinguin, 500, 5);
      const margins = made.shop.get(MarginRules);
      const real = margins.of.bind(margins);
      let isLeased = false;
      margins.of = async (productIds) => {
        const isFirst = kinguin.ordered.length === 0 && !isLeased && (await made.purchases()).length > 0;
        if (isFirst) {
          isLeased = true;
          made.shop.clock.advance((LEASE_MINUTES + 1) * 60_000);
          await made.shop.get(BuyKeys).run(kinguin);
        }
        return real(productIds);
      };
      await made.work();
      margins.of = real;
      expect([isLeased, kinguin.ordered.length, await made.statusOf(id)]).toEqual([true, 1, 'fulfilling']);
      expect(await made.purchases()).toMatchObject([{ state: 'complete' }]);
    },
  );

  test('only who has the lease changes a purchase, and a confirmed order is true whoever brings it', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.trouble = 'not sent';
    await made.work();
    const { shop } = made;
    const purchases = shop.get(KeyPurchases);
    const inside = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);
    const now = () => shop.clock.now();
    const minutes = (count: number) => new Date(now().getTime() + count * 60_000);
    shop.clock.advance(60_000);
    const first = await inside(() => purchases.take('kinguin', now(), minutes(LEASE_MINUTES)));
    shop.clock.advance(3 * 60_000);
    const second = await inside(() => purchases.take('kinguin', now(), minutes(LEASE_MINUTES)));
    if (!first || !second) throw new Error('Nothing was due.');
    expect(await inside(() => purchases.sent(first, now()))).toBe(false);
    expect(await inside(() => purchases.sent(second, now()))).toBe(true);
    const [stale, sent] = [first, second].map((one) => ({ ...one, state: 'sent' as const }));
    if (!stale || !sent) throw new Error('Nothing was sent.');
    await inside(() => purchases.drop(first));
    await inside(() => purchases.postpone(stale, 'stale', now(), 'planned'));
    await inside(() => purchases.close(stale, { state: 'refused', failure: 'stale' }, now()));
    expect(await made.purchases()).toMatchObject([{ state: 'sent', failure: expect.not.stringContaining('stale') }]);
    await inside(() => purchases.close(sent, { state: 'refused', failure: 'never listed' }, now()));
    await inside(() => purchases.ordered(first.id, { orderId: 'order-77', state: 'open', costMinor: 500 }, now()));
    expect(await made.purchases()).toMatchObject([{ state: 'ordered', supplierOrderId: 'order-77', closedAt: null, failure: null }]);
  });
}
