import { expect, test } from '@jest/globals';
import type { OrderRequest } from '../application/ports.ts';
import { SupplierRefused } from '../domain/supplier-errors.ts';
import type { SupplierUnderTest } from './supplier-under-test.ts';

/** How every Supplier takes keys back. A part of `supplierContract`. */
export function returnContract(buyable: () => Promise<SupplierUnderTest>, request: () => OrderRequest): void {
  test('keys go back once, by a call where there is one, and their price with them', async () => {
    const { supplier } = await buyable();
    const before = await supplier.balance();
    const { orderId } = await supplier.order(request());
    expect(await supplier.takenBack(orderId)).toEqual([]);
    if (supplier.returns === 'by hand') {
      await expect(supplier.takeBack(orderId)).rejects.toThrow(SupplierRefused);
      expect([await supplier.takenBack(orderId), await supplier.balance()]).toEqual([[], before - 1158]);
      return;
    }
    await supplier.takeBack(orderId);
    const ids = (await supplier.keys(orderId)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await expect(supplier.takeBack(orderId)).rejects.toThrow(SupplierRefused);
    const paid = ids.map((id) => ({ id, isPaid: true }));
    expect([await supplier.takenBack(orderId), await supplier.balance()]).toEqual([paid, before]);
  });

  test('a return that the supplier works on is refused when it is asked for again, and shows its keys later', async () => {
    const { supplier, returnLate, settle } = await buyable();
    if (supplier.returns === 'by hand') return;
    await returnLate();
    const { orderId } = await supplier.order(request());
    await supplier.takeBack(orderId);
    expect(await supplier.takenBack(orderId)).toEqual([]);
    await expect(supplier.takeBack(orderId)).rejects.toThrow(SupplierRefused);
    await settle(orderId, 'refunded');
    expect(await supplier.takenBack(orderId)).toHaveLength(2);
  });

  test.each([
    ['before', 0],
    ['after', 2],
  ] as const)('a return whose answer is lost %s the effect may be done, and the order says that %i keys are back', async (when, back) => {
    const { supplier, loseAnswer } = await buyable();
    if (supplier.returns === 'by hand') return;
    const { orderId } = await supplier.order(request());
    await loseAnswer(when);
    await expect(supplier.takeBack(orderId)).rejects.toMatchObject({ mayBeDone: true });
    expect(await supplier.takenBack(orderId)).toHaveLength(back);
  });

  test('keys that have not come do not go back', async () => {
    const { supplier, deliverAtOnce } = await buyable();
    await deliverAtOnce('none');
    const { orderId } = await supplier.order(request());
    await expect(supplier.takeBack(orderId)).rejects.toThrow(SupplierRefused);
    expect(await supplier.takenBack(orderId)).toEqual([]);
  });
}
