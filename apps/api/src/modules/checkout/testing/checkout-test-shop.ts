import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { EndUnpaidOrder } from '../../orders/index.ts';
import { cancelAddress } from '../../payments/index.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';

/** Of `pay` and `validate`, where the shop is opened with it. */
export const COUNTRY_HEADER = 'cf-ipcountry';

export interface Sent {
  cart?: unknown;
  data?: unknown;
  currency?: unknown;
  expectedTotal?: unknown;
  regionAccepted?: unknown;
}

/** The whole API with five products on sale and a fake payment provider. */
export class CheckoutTestShop {
  readonly provider = new InMemoryPaymentProvider();
  shop!: TestShop;

  async open(environment: Record<string, string> = {}): Promise<void> {
    this.shop = await testShop({ fakes: [{ provide: PaymentProvider, useValue: this.provider }], environment });
    await addProducts(this.shop, [
      { kinguinId: 1, sellPrice: 10, keys: 12 },
      { kinguinId: 2, sellPrice: 20, keys: 1 },
      { kinguinId: 3, sellPrice: 0.2, keys: 5 },
      { kinguinId: 4, sellPrice: 30, keys: 9, limt_per_basket: 2 },
      { kinguinId: 5, sellPrice: 40 },
    ]);
  }

  /** Ends the open sessions of the previous test. */
  async clear(): Promise<void> {
    this.provider.isDown = false;
    const { rows } = await this.shop.database.query<{ id: string }>(`select id from shop_order where status = 'pending'`);
    for (const { id } of rows) await this.shop.get(EndUnpaidOrder).run(id, 'expired', 'test');
  }

  async close(): Promise<void> {
    await this.shop.close();
  }

  /** One piece of product 1 in euros, where the body says nothing else. */
  pay(body: Sent = {}, { key, cookie, address, header }: { key?: string; cookie?: string; address?: string; header?: string } = {}) {
    return this.shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      remoteAddress: address ?? '192.0.2.1',
      headers: {
        ...(key ? { 'idempotency-key': key } : {}),
        ...(cookie ? { cookie } : {}),
        ...(header ? { [COUNTRY_HEADER]: header } : {}),
      },
      payload: { cart: [cartLine(1)], data: buyer, currency: 'EUR', ...body },
    });
  }

  validate(
    cart: unknown,
    { currency = 'EUR', cookie = '', country, header }: { currency?: string; cookie?: string; country?: unknown; header?: string } = {},
  ) {
    return this.shop.app.inject({
      method: 'POST',
      url: '/cart-validation',
      headers: { ...(cookie === '' ? {} : { cookie }), ...(header ? { [COUNTRY_HEADER]: header } : {}) },
      payload: { cart, currency, country },
    });
  }

  /** The id of the order that was placed last. */
  async newestOrder(): Promise<string> {
    const { rows } = await this.shop.database.query<{ id: string }>('select id from shop_order order by id desc limit 1');
    return rows[0]?.id ?? '';
  }

  /** Follows the link back from the payment page, without a cookie. */
  cancel(orderId: string) {
    return this.shop.app.inject(cancelAddress(orderId, this.shop.config).slice(this.shop.config.apiOrigin.length));
  }

  async openOrders(): Promise<number> {
    return (await this.shop.database.query(`select id from shop_order where status = 'pending'`)).rowCount ?? 0;
  }
}

/** The browser id cookie of a checkout's answer. */
export function cookieOf(answer: Awaited<ReturnType<CheckoutTestShop['pay']>>): string {
  return `browser=${answer.cookies.find(({ name }) => name === 'browser')?.value}`;
}
