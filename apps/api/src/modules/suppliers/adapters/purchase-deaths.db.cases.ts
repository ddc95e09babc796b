import { expect, test } from '@jest/globals';
import { AddKeys } from '../../stock/index.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { dieOnce } from '../testing/die-once.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

export function purchaseDeaths(): void {
  const made = purchaseShopOfTests();
  const { kinguin } = made;

  test('wherever the process dies, keys are bought once and none is lost', async () => {
    const steps: readonly (readonly [of: () => object, name: string])[] = [
      [() => made.shop.get(KeyPurchases), 'add'],
      [() => made.shop.get(KeyPurchases), 'sent'],
      [() => made.shop.get(KeyPurchases), 'ordered'],
      [() => made.shop.get(KeyPurchases), 'noteKeys'],
      [() => made.shop.get(KeyPurchases), 'close'],
      [() => made.shop.get(AddKeys), 'run'],
      [() => kinguin, 'keys'],
    ];
    for (const [of, name] of steps)
      for (const when of ['before', 'after'] as const) {
        const ordered = kinguin.ordered.length;
        const id = await made.backorder();
        await made.offer(kinguin, 500, 500);
        dieOnce(of(), name, when);
        const deaths = await made.work();
        await made.work(3);
        await made.work(3);
        expect([name, when, deaths, kinguin.ordered.length - ordered, await made.statusOf(id)]).toEqual([name, when, 1, 1, 'fulfilling']);
      }
  });
}
