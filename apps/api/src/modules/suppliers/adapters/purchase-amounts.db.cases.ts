import { expect, test } from '@jest/globals';
import { PlanPurchases } from '../application/plan-purchases.ts';
import type { InMemorySupplier } from '../testing/in-memory-supplier.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

/** How many keys are bought, and what they count for. */
export function purchaseAmounts(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  const pieces = ({ ordered }: InMemorySupplier) => ordered.map(({ request }) => request.quantity).toSorted();

  test('more pieces than one order may have are bought in several from the same offer, and no more than it has', async () => {
    const id = await made.backorder(5);
    await made.offer(kinguin, 500, 4);
    await made.offer(other, 600, 20);
    await made.work();
    expect([pieces(kinguin), pieces(other), await made.statusOf(id)]).toEqual([[1, 3], [1], 'fulfilling']);
  });

  test('what is planned at a supplier without funds is bought elsewhere after the first refusal', async () => {
    const id = await made.backorder(5);
    await made.offer(kinguin, 500, 20);
    await made.offer(other, 600, 20);
    kinguin.balanceMinor = 100;
    await made.work();
    expect(await made.purchases()).toMatchObject([{ state: 'refused', failure: 'The balance is too low.' }]);
    expect([pieces(other), await made.statusOf(id)]).toEqual([[2, 3], 'fulfilling']);
  });

  test('own keys that come after the planning are not bought as well', async () => {
    const id = await made.backorder(3);
    await made.offer(kinguin, 500, 20);
    await made.shop.get(PlanPurchases).run();
    await made.addOwn(2);
    await made.work();
    expect([pieces(kinguin), await made.statusOf(id)]).toEqual([[1], 'fulfilling']);
  });

  test('the report counts keys that came of a purchase which the supplier ended, with their share of the cost', async () => {
    await made.backorder(3);
    await made.offer(kinguin, 500, 3);
    kinguin.keysAtOnce = 1;
    await made.work();
    kinguin.end(made.supplierOrderId());
    await made.work(10);
    expect(await made.purchases()).toMatchObject([{ state: 'ended', keys: 1 }]);
    const day = made.shop.clock.now().toISOString().slice(0, 10);
    const report = await made.staff.call('GET', `/ops/suppliers/report.csv?from=${day}&to=${day}`);
    expect(report.text.split('\r\n')[1]).toBe(`${day},kinguin,1,1,5,10,5,50.0`);
  });
}
