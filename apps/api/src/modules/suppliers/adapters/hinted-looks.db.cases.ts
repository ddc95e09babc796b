import { beforeEach, expect, jest, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { Looks } from '../application/after-sales/looks.ts';
import type { Hint } from '../application/messages.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

/** Which closed orders are looked at next: those that a supplier hints at, or those of the schedule. */
export function hintedLookCases(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  beforeEach(async () => void (await made.shop.database.query('delete from supplier_look')));

  const hear = (hints: Hint[], name: string) =>
    made.shop.app.inject({ method: 'POST', url: `/webhooks/suppliers/${name}`, payload: { hints } });

  test('the oldest order that the supplier hints at is looked at first, or one of the schedule, as is asked for', async () => {
    const { shop } = made;
    const now = shop.clock.now();
    const before = new Date(now.getTime() - 3_600_000);
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        supplier_order_id, created_at, due_at)
        select 'look' || n, 'kinguin', 'order', $1, 'p', 'o', 1, 600, 1000, 'complete', 'their' || n, $2, $2 from generate_series(1, 3) n`,
      [made.productId(), now],
    );
    const looks = shop.get(Looks);
    const run = shop.get(Transaction).run.bind(shop.get(Transaction));
    await run(async () => {
      await looks.add('kinguin', 'look1', before);
      await looks.add('kinguin', 'look2', now);
    });
    for (const supplierOrderId of ['their2', 'their3']) await hear([{ kind: 'order', supplierOrderId }], 'kinguin');
    const taken: string[] = [];
    for (const hintedFirst of [true, false, true])
      await run(async () => {
        const look = await looks.take('kinguin', now, new Date(now.getTime() + 60_000), hintedFirst);
        taken.push(look?.purchaseId ?? '');
        // What was hinted at once has no lead in the schedule.
        if (look) await looks.made(look, now);
      });
    expect(taken).toEqual(['look2', 'look1', 'look3']);
  });

  test('however many orders a stranger hints at, one of the schedule is looked at in each run', async () => {
    const { shop } = made;
    const now = shop.clock.now();
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        supplier_order_id, created_at, due_at, closed_at)
        select 'hinted' || n || name, name, 'order', $1, 'p', 'o', 1, 600, 1000, 'complete', 'hinted' || n, $2, $2, $2
        from generate_series(0, 20) n, unnest($3::text[]) name`,
      [made.productId(), now, [kinguin.name, other.name]],
    );
    const hints: Hint[] = Array.from({ length: 20 }, (_, index) => ({ kind: 'order', supplierOrderId: `hinted${index + 1}` }));
    const looked = [kinguin, other].map(async (supplier) => {
      await shop.get(Transaction).run(() => shop.get(Looks).add(supplier.name, `hinted0${supplier.name}`, now));
      await hear(hints, supplier.name);
      const asked: string[] = [];
      jest.spyOn(supplier, 'orderOf').mockImplementation(async (orderId) => {
        asked.push(orderId);
        return { orderId, state: 'complete', costMinor: 600 };
      });
      return asked;
    });
    const asked = await Promise.all(looked);
    // At both at the same time, one by one.
    await shop.get(LookAgain).run();
    jest.restoreAllMocks();
    await shop.database.query(`delete from purchase where id like 'hinted%'`);
    expect(asked.map((orders) => [orders.length, orders.includes('hinted0')])).toEqual([
      [10, true],
      [10, true],
    ]);
  });
}
