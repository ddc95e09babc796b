import { describe, expect, test } from '@jest/globals';
import { testShop } from '../../../testing/test-shop.ts';
import { Suppliers } from '../application/ports.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { InMemorySupplier } from '../testing/in-memory-supplier.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const MINUTE_MS = 60_000;

export function supplierAlerts(): void {
  describe('of refusals', () => {
    const made = purchaseShopOfTests();
    const { kinguin } = made;

    test('three purchases that a supplier refuses within an hour are one alert, and two are none', async () => {
      const raised = async () => {
        await made.shop.get(WatchSuppliers).run();
        return (await made.shop.database.query(`select about, detail from alert where kind = 'supplier-refusals'`)).rows;
      };
      async function refused(offers: readonly string[]): Promise<void> {
        for (const offerId of offers) await made.offer(kinguin, 500, 1, offerId);
        kinguin.offered = [];
        await made.work();
      }
      await made.backorder(3);
      await refused(['first', 'second']);
      expect([(await made.purchases()).map(({ state }) => state), await raised()]).toEqual([['refused', 'refused'], []]);
      await refused(['third']);
      const told = { about: 'kinguin', detail: '3 purchases were refused, cancelled or refunded within an hour.' };
      expect([await raised(), await raised()]).toEqual([[told], [told]]);
      made.shop.clock.advance(61 * MINUTE_MS);
      expect(await raised()).toEqual([told]);
    });
  });

  test.each([
    ['20', [20, 19.99, -1], [19.99, -1]],
    ['0', [0, -1], []],
  ])('where SUPPLIER_LOW_BALANCE_EUR is %s, of balances of %j euros %j are alerts', async (limit, balances, alerts) => {
    const supplier = new InMemorySupplier();
    const shop = await testShop({
      fakes: [{ provide: Suppliers, useValue: new Suppliers([supplier]) }],
      environment: { SUPPLIER_LOW_BALANCE_EUR: limit },
    });
    try {
      for (const euros of balances) {
        supplier.balanceMinor = Math.round(euros * 100);
        await shop.get(WatchSuppliers).run();
        // They alert once a day.
        shop.clock.advance(24 * 60 * MINUTE_MS);
      }
      const { rows } = await shop.database.query<{ detail: string }>(
        `select detail from alert where kind = 'supplier-balance' order by raised_at`,
      );
      expect(rows.map(({ detail }) => detail)).toEqual(alerts.map((euros) => `${euros.toFixed(2)} EUR are left.`));
    } finally {
      await shop.close();
    }
  });
}
