import { expect, test } from '@jest/globals';
import type { OrderRequest } from '../application/ports.ts';
import type { SupplierUnderTest } from './supplier-under-test.ts';

/** How keys of every Supplier come. A part of `supplierContract`. */
export function deliveryContract(
  buyable: () => Promise<SupplierUnderTest>,
  request: (change?: Partial<OrderRequest>) => OrderRequest,
): void {
  test('keys that are late come later, and the order says when it is complete', async () => {
    const { supplier, deliverAtOnce, settle } = await buyable();
    await deliverAtOnce('none');
    const { orderId, state } = await supplier.order(request());
    expect([state, await supplier.keys(orderId)]).toEqual(['open', []]);
    await settle(orderId, 'delivered');
    expect([(await supplier.orderOf(orderId)).state, (await supplier.keys(orderId)).length]).toEqual(['complete', 2]);
  });

  test('keys that come in parts are listed as they come, and keep their ids', async () => {
    const { supplier, deliverAtOnce, settle } = await buyable();
    await deliverAtOnce('one');
    const { orderId, state } = await supplier.order(request());
    const [first, ...others] = await supplier.keys(orderId);
    expect([state, first?.secret?.kind, others]).toEqual(['open', 'text', []]);
    await settle(orderId, 'delivered');
    const keys = await supplier.keys(orderId);
    expect([(await supplier.orderOf(orderId)).state, keys.length, new Set(keys.map(({ id }) => id)).size]).toEqual(['complete', 2, 2]);
    expect(keys).toContainEqual(first);
  });

  test('a key may be a picture', async () => {
    const { supplier, deliverPictures } = await buyable();
    await deliverPictures();
    const { orderId } = await supplier.order(request({ quantity: 1 }));
    expect(await supplier.keys(orderId)).toEqual([
      { id: expect.any(String), secret: { kind: 'image', mediaType: 'image/png', base64: expect.stringMatching(/^iVBOR/) } },
    ]);
  });

  test.each(['cancelled', 'refunded'] as const)('an order that the supplier has %s has ended', async (how) => {
    const { supplier, deliverAtOnce, settle } = await buyable();
    await deliverAtOnce('none');
    const { orderId } = await supplier.order(request());
    await settle(orderId, how);
    expect((await supplier.orderOf(orderId)).state).toBe('ended');
  });
}
