import { expect, test } from '@jest/globals';
import type { BoughtPieces } from '../application/ports.ts';
import type { Orders } from '../application/ports.ts';
import { orderLine, unpaidOrder } from './order-builder.ts';

/** What every BoughtPieces must do. `make` gives a shop without orders. */
export function boughtPiecesContract(
  make: () => Promise<{ bought: BoughtPieces; orders: Orders; inTransaction<T>(work: () => Promise<T>): Promise<T> }>,
): void {
  test('paid orders of a mailbox or an account are counted by product, since its instant, open ones of the account or of the same network; ended ones are not', async () => {
    const { bought, orders, inTransaction } = await make();
    const at = (day: number) => new Date(Date.UTC(2026, 1, day));
    const step = { at: at(9), actor: 'stripe' };
    const two = [orderLine({ quantity: 2 })];
    const paid = unpaidOrder({ id: 'paid', email: 'a.da+1@gmail.com', lines: [...two, orderLine({ productId: 'product-2' })], at: at(5) });
    paid.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
    const ended = unpaidOrder({ id: 'ended', email: 'ada@gmail.com', at: at(9) });
    ended.end('expired', step);
    await inTransaction(async () => {
      for (const order of [
        paid,
        ended,
        unpaidOrder({ id: 'open', email: 'other@example.com', userId: 'u1', lines: two, at: at(8) }),
        unpaidOrder({ id: 'near', email: 'a.da@gmail.com', clientAddress: '192.0.2.250', at: at(8) }),
        unpaidOrder({ id: 'far', email: 'ada@gmail.com', clientAddress: '192.0.3.1', lines: two, at: at(8) }),
        unpaidOrder({ id: 'stranger', email: 'ada@example.com', at: at(8) }),
        unpaidOrder({ id: 'early', email: 'ada@gmail.com', at: at(1) }),
      ])
        await orders.save(order, []);
    });
    const count = async (userId: string | null, email: string | null, clientAddress = '198.51.100.1', without: string[] = []) => {
      const since = new Map([
        ['product-1', at(4)],
        ['product-2', at(6)],
      ]);
      return [...(await inTransaction(() => bought.of({ userId, email, clientAddress }, since, without)))];
    };
    expect(await count(null, 'Ada@GoogleMail.com')).toEqual([['product-1', 2]]);
    expect(await count('u1', 'ada@gmail.com')).toEqual([['product-1', 4]]);
    expect(await count('u1', 'ada@gmail.com', '198.51.100.1', ['open'])).toEqual([['product-1', 2]]);
    expect(await count(null, 'ada@gmail.com', '192.0.2.9')).toEqual([['product-1', 3]]);
    expect(await count(null, 'ada@gmail.com', '192.0.3.9')).toEqual([['product-1', 4]]);
    expect(await count('u1', null)).toEqual([['product-1', 2]]);
    expect(await count(null, null)).toEqual([]);
  });
}
