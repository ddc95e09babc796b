import { afterAll, beforeAll } from '@jest/globals';
import { MailRows } from '../../../platform/mail/ports.ts';
import { Transaction } from '../../../shared/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Audit } from '../../ops/index.ts';
import { KeyReturns, KeyStock, OrderKeys } from '../../stock/index.ts';
import { Orders } from '../application/ports.ts';
import type { Order } from '../domain/order.ts';
import { KeyReveals } from '../application/views/key-reveals.ts';
import { keyRevealsContract } from '../testing/key-reveals.contract.ts';
import { unpaidOrder } from '../testing/order-builder.ts';

const BY = { keyId: 'key-1', name: 'ada', role: 'support', requestId: null, address: null } as const;

export function keyReveals(): void {
  let shop: TestShop;
  let product = '';
  /** Tests share the shop, and each has orders of its own. */
  let count = 0;

  beforeAll(async () => {
    shop = await testShop();
    [product = ''] = await addProducts(shop, [{ kinguinId: 1 }]);
  });
  afterAll(() => shop.close());

  keyRevealsContract(async () => {
    const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);
    const orderIds = [`seen-${(count += 1)}`, `seen-${(count += 1)}`] as const;
    for (const id of orderIds) await inTransaction(() => shop.get(Orders).save(unpaidOrder({ id }), []));
    const change = (id: string, work: (order: Order) => void) =>
      inTransaction(async () => {
        const order = await shop.get(Orders).forUpdate(id);
        if (!order) throw new Error(`There is no order ${id}.`);
        work(order);
        await shop.get(Orders).save(order, []);
      });
    return {
      reveals: shop.get(KeyReveals),
      stock: shop.get(KeyStock),
      returns: shop.get(KeyReturns),
      mails: shop.get(MailRows),
      orderIds,
      product,
      deliverByLink: (id) => change(id, (order) => order.deliverByLink()),
      mailed: (id, as) => change(id, (order) => order.noteKeysMail(as)),
      look: async (orderId, { line, slot }, action) => {
        const keys = await shop.get(OrderKeys).of(orderId);
        const id = keys.find(({ piece }) => piece?.line === line && piece.slot === slot)?.keyId ?? '';
        await inTransaction(() => shop.get(Audit).record({ by: BY, action, subject: { type: 'key', id } }));
      },
      inTransaction,
    };
  });
}
