import { beforeAll, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { buy, refundWhole } from '../../../testing/sales.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import type { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

interface Shown {
  readonly _id: string;
  readonly kinguinOrderId: string;
  readonly number?: string;
}

export function supplierNumbers(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  let support: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    support = await operator(made.shop, 'support');
  });

  const rowOf = async (id: string) => {
    const { rows } = await made.shop.database.query<{ number: string; email: string }>(
      'select number, email from shop_order where id = $1',
      [id],
    );
    return rows[0] ?? { number: '', email: '' };
  };
  /** An account with the e-mail of an order, which lists its orders. */
  async function accountOf(orderId: string) {
    const { email } = await rowOf(orderId);
    const account = await addUser(made.shop, email.split('@')[0] ?? '');
    const list = async (url = '/order') =>
      (await made.shop.app.inject({ method: 'GET', url, headers: { authorization: account.token } })).json<Shown[]>();
    return { ...account, list };
  }
  const numbersOf = ({ kinguinOrderId, number }: Shown) => ({ kinguinOrderId, number });

  test('an order that a supplier filled has the supplier’s number beside the shop’s own, and one of own keys the shop’s alone', async () => {
    const id = await made.backorder();
    const { number } = await rowOf(id);
    const account = await accountOf(id);
    await made.offer(kinguin, 500, 5);
    kinguin.nextOrderId = 'order-7001';
    expect((await account.list()).map(numbersOf)).toEqual([{ kinguinOrderId: number, number: undefined }]);
    await made.work();
    await made.addOwn(1);
    const provider = made.shop.get(PaymentProvider) as InMemoryPaymentProvider;
    const own = await buy(made.shop, provider, { kinguinId: made.product(), email: account.email, token: account.token });
    const listed = new Map((await account.list()).map((order) => [order._id, numbersOf(order)]));
    const shown = { kinguinOrderId: 'order-7001', number };
    expect([listed.get(id), listed.get(own)]).toEqual([shown, { kinguinOrderId: (await rowOf(own)).number, number: undefined }]);
    const withKeys = await account.list(`/order/${id}/keys`);
    expect((withKeys as unknown as { order: Shown }).order).toMatchObject(shown);
  });

  test('the first purchase that brought keys counts, and no later one', async () => {
    const id = await made.backorder(2);
    const account = await accountOf(id);
    kinguin.keysAtOnce = 0;
    [kinguin.nextOrderId, other.nextOrderId] = ['order-7001', 'order-8001'];
    await made.offer(kinguin, 500, 2);
    await made.work();
    kinguin.end('order-7001');
    await made.work(10);
    expect((await account.list())[0]?.kinguinOrderId).toBe((await rowOf(id)).number);
    await made.offer(other, 600, 1);
    await made.work(10);
    kinguin.keysAtOnce = Infinity;
    await made.offer(kinguin, 500, 5, 'second');
    await made.work(10);
    expect([await made.statusOf(id), kinguin.ordered.length]).toEqual(['fulfilling', 2]);
    expect((await account.list())[0]?.kinguinOrderId).toBe('order-8001');
  });

  test('a key that is bought in place of another one changes no number', async () => {
    await made.addOwn(1);
    const id = await made.paid();
    const account = await accountOf(id);
    await made.offer(kinguin, 500, 5);
    const { keys } = (await support.call('GET', `/ops/orders/${id}`)).json<{ keys: { keyId: string }[] }>();
    await support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, { keyId: keys[0]?.keyId });
    await made.work();
    expect((await made.purchases())[0]).toMatchObject({ state: 'complete', keys: 1 });
    expect((await account.list())[0]?.kinguinOrderId).toBe((await rowOf(id)).number);
  });

  /** Ten minutes after a call without an answer it is given up, or unclear; then it takes effect, and is found. */
  async function arriveLate(number: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
    await made.offer(kinguin, 500, 1);
    await made.sendLate();
    await meanwhile();
    kinguin.nextOrderId = number;
    kinguin.arrive();
    await made.look(60);
    expect((await made.purchases())[0]).toMatchObject({ state: 'complete', keys: 1, knownKeys: 0, supplierOrderId: number });
  }
  const shownFor = async (id: string) => (await (await accountOf(id)).list())[0]?.kinguinOrderId;

  test('a late order changes no number where another one filled the order, and is the number where it did', async () => {
    const id = await made.backorder();
    other.nextOrderId = 'order-8101';
    await arriveLate('order-7101', async () => {
      await made.offer(other, 600, 1);
      await made.work();
    });
    expect(await shownFor(id)).toBe('order-8101');
    await made.renew();
    const waiting = await made.backorder();
    await arriveLate('order-7102');
    expect(await shownFor(waiting)).toBe('order-7102');
  });

  test('a late order for keys of an order that was refunded meanwhile is no number of it', async () => {
    const id = await made.backorder();
    kinguin.references = 'listed';
    await arriveLate('order-7103', () => refundWhole(made.shop, id));
    expect([await made.statusOf(id), await shownFor(id)]).toEqual(['refunded', (await rowOf(id)).number]);
  });

  test('nor is one that was to replace a key, and came after the shop had given it up', async () => {
    await made.addOwn(1);
    const id = await made.paid();
    const { keys } = (await support.call('GET', `/ops/orders/${id}`)).json<{ keys: { keyId: string }[] }>();
    await made.offer(kinguin, 500, 1);
    await support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, { keyId: keys[0]?.keyId });
    await arriveLate('order-7104');
    expect(await shownFor(id)).toBe((await rowOf(id)).number);
  });

  test('staff finds an order by the number that its buyer sees', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.nextOrderId = 'order-7001';
    await made.work();
    const found = async (number: string) =>
      (await support.call('GET', `/ops/orders?number=${encodeURIComponent(number)}`)).json<{ items: { id: string }[] }>().items;
    expect([await found('order-7001'), await found((await rowOf(id)).number)]).toMatchObject([[{ id }], [{ id }]]);
    expect(await found('order-7002')).toEqual([]);
  });
}
