import { afterEach, expect, jest, test } from '@jest/globals';
import { recorded } from '../../../testing/plans/statement-plans.ts';
import { addProducts } from '../../../testing/products.ts';
import { AddKeys, KeyWaits } from '../../stock/index.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

/** What planning asks the database, and in which order. */
export function planning(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Orders that are paid before their offer becomes too dear; answers the last one. */
  async function waiting(orders: number): Promise<string> {
    await made.offer(kinguin, 500, 50);
    for (let placed = 1; placed < orders; placed += 1) await made.paid();
    const id = await made.paid();
    await made.offer(kinguin, 901, 50);
    return id;
  }
  /** One round of a worker: its statements, and how many of them lock. */
  async function round(): Promise<{ statements: number; locks: number }> {
    const asked = await recorded(made.shop, async () => void (await made.shop.get(PlanPurchases).run()));
    return { statements: asked.length, locks: asked.filter(({ text }) => text.includes('advisory')).length };
  }

  test('orders that can pay for no offer take no lock, and as many statements for many as for two', async () => {
    await waiting(2);
    const ofTwo = await round();
    await waiting(6);
    expect([ofTwo.locks, await round()]).toEqual([0, ofTwo]);
    // One that can pay is planned for without them.
    const id = await waiting(1);
    await made.shop.database.query(`update shop_order set lines = jsonb_set(lines, '{0,unitMinor}', '1100') where id = $1`, [id]);
    const ofOne = await round();
    expect([await made.purchases(), ofOne.locks]).toMatchObject([[{ orderId: id, state: 'planned', charged: 11 }], 2]);
    expect(ofOne.statements).toBeLessThan(3 * ofTwo.statements);
  });

  test('an order to which the only offer brought a key that the shop had takes no lock', async () => {
    const [productId = ''] = await addProducts(made.shop, [{ kinguinId: 997 }]);
    await made.shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: 'kinguin-ONE-TEXT' } }], 'test');
    await made.backorder();
    kinguin.delivers = 'one text';
    await made.offer(kinguin, 500, 50);
    await made.work();
    expect([await made.purchases(), (await round()).locks]).toMatchObject([[{ state: 'complete', knownKeys: 1 }], 0]);
  });

  test('a key that comes while a worker reads what is missing is not planned again', async () => {
    kinguin.keysAtOnce = 0;
    await made.backorder(2);
    await made.offer(kinguin, 500, 1);
    await made.work();
    kinguin.deliver(made.supplierOrderId(), 1);
    made.shop.clock.advance(600_000);
    await made.offer(other, 600, 5);
    const reads = Promise.withResolvers<void>();
    const collected = reads.promise.then(() => made.shop.get(BuyKeys).run(kinguin));
    // Two reads before the lock, and two under it: the key comes between these.
    let reading = 0;
    async function thenCollect<Answer>(read: Promise<Answer>): Promise<Answer> {
      const answer = await read;
      reading += 1;
      if (reading === 3) {
        reads.resolve();
        await collected;
      }
      return answer;
    }
    const [waits, purchases] = [made.shop.get(KeyWaits), made.shop.get(KeyPurchases)];
    const [lacking, open] = [waits.lacking.bind(waits), purchases.open.bind(purchases)];
    jest.spyOn(waits, 'lacking').mockImplementation((productId) => thenCollect(lacking(productId)));
    jest.spyOn(purchases, 'open').mockImplementation((orderIds) => thenCollect(open(orderIds)));
    await made.shop.get(PlanPurchases).run();
    expect([await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([[{ state: 'complete', keys: 1 }], []]);
    await made.shop.get(PlanPurchases).run();
    expect(await made.purchases('codeswholesale')).toMatchObject([{ state: 'planned', quantity: 1 }]);
  });
}
