import { describe, expect, test } from '@jest/globals';
import { cartLine } from '../../../../testing/products.ts';
import { Transaction } from '../../../../shared/ports.ts';
import { TellWaiting } from '../../../orders/application/supply/tell-waiting.ts';
import { EndUnpaidOrder } from '../../../orders/index.ts';
import { RefundPayment } from '../../../payments/application/refunds/refund-payment.ts';
import { RequeueOverdueJobs } from '../../../payments/application/requeue-overdue-jobs.ts';
import { keyOffersContract } from '../../../stock/testing/key-offers.contract.ts';
import { CommitOffers } from '../../application/commit-offers.ts';
import { SupplierOffers } from '../../application/ports.ts';
import { PlanPurchases } from '../../application/plan-purchases.ts';
import { ShowOffers } from '../../application/show-offers.ts';
import { purchaseShopOfTests } from '../../testing/purchase-shop.ts';

const MINUTE_MS = 60_000;

export function offersOnSale(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  const committed = async () => {
    const { rows } = await made.shop.database.query<{ supplier: string; quantity: number }>(
      'select supplier, quantity from commitment where product_id = $1 order by supplier',
      [made.productId()],
    );
    return rows.map(({ supplier, quantity }) => [supplier, quantity]);
  };
  const price = async (eur: number) =>
    expect((await made.staff.call('PUT', `/ops/products/${made.product()}/price`, { eur })).status).toBe(200);
  const inCart = async (quantity: number) => {
    const payload = { cart: [cartLine(made.product(), quantity)], currency: 'EUR' };
    const answer = await made.shop.app.inject({ method: 'POST', url: '/cart-validation', payload });
    return answer.json<{ lines: { quantity: number; status: string }[] }>().lines[0];
  };
  const begun = async (quantity = 1) => {
    const answer = await made.checkOut(quantity);
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
    return answer.json<{ id: string }>().id;
  };

  describe('offers on PostgreSQL', () =>
    keyOffersContract(async () => {
      const offer = async (quantity: number) => {
        await made.renew();
        await made.offer(kinguin, 500, quantity);
        return made.productId();
      };
      const second = await offer(1);
      // The offers of the first one are deleted with it.
      const { rows } = await made.shop.database.query<object>('select * from supplier_offer');
      const first = await offer(3);
      await made.shop.database.query('insert into supplier_offer select * from jsonb_populate_record(null::supplier_offer, $1)', [
        JSON.stringify(rows[0]),
      ]);
      return {
        offers: made.shop.get(CommitOffers),
        clock: made.shop.clock,
        products: [first, second],
        inTransaction: (work) => made.shop.get(Transaction).run(work),
      };
    }));

  test('lists and pages show own keys and what suppliers offer', async () => {
    await made.addOwn(2);
    await made.offer(kinguin, 600, 3);
    await made.offer(other, 700, 4);
    expect(await made.shown()).toBe(9);
    const list = await made.shop.app.inject(`/products/search/Game%20${made.product()}`);
    expect(list.body).toContain('"qty":9,"mqte":9');
    expect(await inCart(8)).toMatchObject({ status: 'ok', quantity: 8 });
    expect(await inCart(10)).toMatchObject({ status: 'adjusted', quantity: 9 });
  });

  test('an offer counts while it is fresh, of a supplier that is not paused, and leaves the margin at the price of now', async () => {
    await made.offer(kinguin, 890, 3);
    await made.offer(other, 901, 4);
    expect(await made.shown()).toBe(3);
    await made.staff.call('POST', '/ops/suppliers/kinguin/pause', {});
    expect([await made.shown(), (await inCart(1))?.status]).toEqual([0, 'removed']);
    await made.staff.call('POST', '/ops/suppliers/kinguin/resume', {});
    expect(await made.shown()).toBe(3);
    await price(20);
    expect(await made.shown()).toBe(7);
    await price(5.5);
    expect(await made.shown()).toBe(0);
    await price(20);
    made.shop.clock.advance(121 * MINUTE_MS);
    expect([await made.shown(), (await inCart(1))?.status]).toEqual([0, 'removed']);
    await made.offer(other, 901, 4);
    expect(await made.shown()).toBe(4);
    await made.shop.get(SupplierOffers).dropUnseen('codeswholesale', new Date(made.shop.clock.now().getTime() + 1));
    expect(await made.shown()).toBe(0);
  });

  test('what lists show is counted anew by a worker that starts with other settings', async () => {
    await made.offer(kinguin, 500, 3);
    await made.shop.database.query('delete from offer_change');
    expect(await made.shown()).toBe(0);
    await made.shop.get(ShowOffers).begin();
    expect(await made.shown()).toBe(3);
  });

  test('a checkout reserves own keys and commits the rest to the cheapest offers', async () => {
    await made.addOwn(2);
    await made.offer(kinguin, 600, 2);
    await made.offer(other, 500, 1);
    const session = await begun(4);
    expect([await committed(), await made.shown()]).toEqual([
      [
        ['codeswholesale', 1],
        ['kinguin', 1],
      ],
      1,
    ]);
    const second = await made.checkOut(2);
    expect(second.json()).toMatchObject({ statusCode: 409, lines: [{ status: 'adjusted', quantity: 1 }] });
    await made.shop.get(EndUnpaidOrder).run(await made.orderOf(session), 'expired', 'test');
    expect([await committed(), await made.shown()]).toEqual([[], 5]);
  });

  test('own keys go first', async () => {
    await made.addOwn(2);
    await made.offer(kinguin, 100, 2);
    await begun(2);
    expect(await committed()).toEqual([]);
  });

  test('many checkouts at once are promised no more than there is', async () => {
    await made.addOwn(1);
    await made.offer(kinguin, 600, 2);
    await made.offer(other, 600, 2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => made.checkOut()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await made.shown()).toBe(0);
  });

  test('a checkout that is abandoned holds its pieces until its reservation lapses', async () => {
    await made.offer(kinguin, 600, 1);
    await begun();
    expect((await made.checkOut()).statusCode).toBe(409);
    made.shop.clock.advance(60 * MINUTE_MS);
    expect([await made.shown(), await committed()]).toEqual([1, []]);
    await begun();
  });

  test('a paid order gets what it was promised, whatever a later checkout wants', async () => {
    await made.addOwn(1);
    await made.offer(kinguin, 600, 2);
    const session = await begun(3);
    await made.pay(session);
    const id = await made.orderOf(session);
    expect([await made.statusOf(id), await committed(), (await made.checkOut()).statusCode]).toEqual(['paid', [['kinguin', 2]], 409]);
    await made.work();
    expect([await made.statusOf(id), await committed(), await made.shown()]).toEqual(['fulfilling', [], 0]);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', quantity: 2, cost: 12, charged: 10 }]);
    const { rows } = await made.shop.database.query<{ kind: string }>('select kind from order_event where order_id = $1 order by id', [id]);
    expect(rows.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'waiting_for_keys', 'fulfilling']);
    // What was bought is off the offer before its next sight, and no more than that.
    await made.offer(kinguin, 600, 5);
    expect(await made.shown()).toBe(3);
    made.shop.clock.advance(1);
    await made.offer(kinguin, 600, 5);
    expect(await made.shown()).toBe(5);
  });

  test('an order that is bought for in part is still promised the rest where it was', async () => {
    await made.offer(kinguin, 500, 1);
    await made.offer(other, 600, 2);
    await made.pay(await begun(2));
    await made.staff.call('POST', '/ops/suppliers/codeswholesale/pause', {});
    expect(await made.shop.get(PlanPurchases).run()).toBe(1);
    await made.staff.call('POST', '/ops/suppliers/codeswholesale/resume', {});
    expect([await committed(), await made.shown()]).toEqual([[['codeswholesale', 1]], 1]);
  });

  test('a key that was bought for an order is not given to one that waits longer and paid less', async () => {
    const waiting = await made.backorder();
    await price(20);
    await made.offer(kinguin, 1500, 1);
    const session = await begun();
    await made.pay(session);
    await made.work();
    expect([await made.statusOf(await made.orderOf(session)), await made.statusOf(waiting)]).toEqual(['fulfilling', 'paid']);
  });

  test('a buyer whose keys do not come within a minute is told so once', async () => {
    const mails = async (id: string) => {
      await made.shop.get(TellWaiting).run();
      const { rows } = await made.shop.database.query<{ kind: string }>('select kind from letter where about = $1', [id]);
      return rows.map(({ kind }) => kind);
    };
    await made.offer(kinguin, 600, 1);
    kinguin.keysAtOnce = 0;
    const session = await begun();
    await made.pay(session);
    const id = await made.orderOf(session);
    await made.work();
    expect(await mails(id)).toEqual([]);
    made.shop.clock.advance(MINUTE_MS);
    expect([await mails(id), await mails(id)]).toEqual([['waiting'], ['waiting']]);
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work(10);
    expect((await mails(id)).toSorted()).toEqual(['keys', 'waiting']);
  });

  test('what no supplier can bring is refunded in the end, with a mail', async () => {
    await made.offer(kinguin, 600, 1);
    kinguin.balanceMinor = 0;
    const session = await begun();
    await made.pay(session);
    const id = await made.orderOf(session);
    await made.work();
    expect(await made.statusOf(id)).toBe('paid');
    made.shop.clock.advance(48 * 60 * MINUTE_MS);
    await made.shop.get(RequeueOverdueJobs).run();
    await made.shop.get(RefundPayment).run(id);
    expect(await made.statusOf(id)).toBe('refunded');
    const { rows } = await made.shop.database.query<{ kind: string }>('select kind from letter where about = $1', [id]);
    expect(rows.map(({ kind }) => kind)).toContain('refund');
  });

  test('an order without a promise takes nothing that others were promised', async () => {
    const waiting = await made.backorder();
    await made.offer(kinguin, 600, 1);
    const session = await begun();
    await made.work();
    expect([await made.statusOf(waiting), kinguin.ordered]).toEqual(['paid', []]);
    await made.pay(session);
    await made.work();
    expect([await made.statusOf(await made.orderOf(session)), await made.statusOf(waiting)]).toEqual(['fulfilling', 'paid']);
  });

  test('an offer that a supplier refused is off sale for ten minutes, and all of a supplier without funds', async () => {
    await made.offer(kinguin, 500, 5);
    await made.offer(other, 700, 1);
    kinguin.balanceMinor = 100;
    const session = await begun();
    await made.pay(session);
    await made.work();
    expect([await made.statusOf(await made.orderOf(session)), await made.shown()]).toEqual(['fulfilling', 0]);
    made.shop.clock.advance(10 * MINUTE_MS + 2);
    expect(await made.shown()).toBe(5);
  });
}
