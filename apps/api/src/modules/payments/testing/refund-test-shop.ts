import type Stripe from 'stripe';
import { ShopFigures } from '../../../platform/metrics/shop-figures.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy, type PaymentPage } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import type { OpsOrderStory } from '../../orders/ops/orders-ops.dto.ts';
import { AddKeys } from '../../stock/index.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { Settle } from '../application/settle.ts';
import type { MismatchList } from '../ops/payments-ops.dto.ts';
import { clockBesideStandIn, type StripeStandIn, stripeStandIn } from './stripe-stand-in.ts';

type Answer = Record<string, unknown>;

/** The whole shop on PostgreSQL with the real Stripe SDK, paying and refunding at the stand-in, and a key of the staff. */
export async function refundTestShop(): Promise<RefundTestShop> {
  const standIn = await stripeStandIn();
  const mailer = new RecordingMailer();
  const shop = await testShop({
    fakes: [{ provide: Mailer, useValue: mailer }],
    environment: {
      STRIPE_API_URL: standIn.origin,
      WAITING_REFUND_AFTER_HOURS: '0',
      RATE_LIMIT_SCALE: '1000',
    },
    clock: clockBesideStandIn(),
  });
  const [product = ''] = await addProducts(shop, [
    { kinguinId: 1, keys: 60 },
    { kinguinId: 2, keys: 60, sellPrice: 7 },
  ]);
  return new RefundTestShop(shop, standIn, mailer, product, (await opsKey(shop, 'support')).text);
}

export class RefundTestShop {
  private count = 0;
  private readonly delivered = new Set<string>();
  /** The number of the card that buyers pay with; null: the ordinary one. */
  card: string | null = null;
  private readonly paymentPage: PaymentPage = {
    become: async (sessionId) =>
      void (await this.standIn.control(`sessions/${sessionId}/pay`, this.card === null ? {} : { number: this.card })),
  };

  constructor(
    readonly shop: TestShop,
    readonly standIn: StripeStandIn,
    readonly mailer: RecordingMailer,
    private readonly product: string,
    private readonly key: string,
  ) {}

  async close(): Promise<void> {
    await this.shop.close();
    await this.standIn.close();
  }

  /** Of product 1, €10, where no cart is given. Product 2 is €7. */
  buy(
    wanted: { quantity?: number; cart?: object[]; isPaid?: boolean; isDelivered?: boolean; email?: string; country?: string } = {},
  ): Promise<string> {
    return buy(this.shop, this.paymentPage, wanted);
  }

  /** Paid with another amount than the order's, if given. */
  async pay(orderId: string, amount?: number): Promise<void> {
    const { sessionId } = await this.payment(orderId);
    await this.standIn.control(`sessions/${sessionId}/pay`);
    if (amount !== undefined) await this.standIn.control(`sessions/${sessionId}/tamper`, { amount });
    await this.shop.get(Settle).run(sessionId, 'stripe', 'stripe');
  }

  async payment(orderId: string): Promise<{ sessionId: string; intentId: string }> {
    const { rows } = await this.shop.database.query<{ session: string; intent: string }>(
      'select session_id as session, payment_intent_id as intent from shop_order where id = $1',
      [orderId],
    );
    return { sessionId: rows[0]?.session ?? '', intentId: rows[0]?.intent ?? '' };
  }

  /** The provider's refunds of this order, newest first. */
  async atProvider(orderId: string): Promise<Stripe.Refund[]> {
    const { intentId } = await this.payment(orderId);
    return (await this.standIn.stripe.refunds.list({ payment_intent: intentId })).data;
  }

  /** Makes an external refund, partial if an amount is given, and processes its event. */
  async refundAtDashboard(orderId: string, amount?: number): Promise<string[]> {
    const { intentId } = await this.payment(orderId);
    await this.standIn.control('refunds', { payment_intent: intentId, ...(amount !== undefined && { amount }) });
    return this.deliverEvents(orderId);
  }

  /** Whether the provider refuses every new refund. */
  async refuse(isRefused: boolean): Promise<void> {
    await this.standIn.control('refunds-fail', { how: isRefused ? 'refused' : 'never' });
  }

  async post(orderId: string, call: string, body: object): Promise<Answer> {
    return (await callOps(this.shop, this.key, 'POST', `/ops/orders/${orderId}/${call}`, body)).json<Answer>();
  }

  giveUp(orderId: string, refundId: string): Promise<Answer> {
    return this.post(orderId, `refunds/${refundId}/give-up`, { reason: 'a test' });
  }

  async story(orderId: string): Promise<OpsOrderStory> {
    return (await callOps(this.shop, this.key, 'GET', `/ops/orders/${orderId}`)).json<OpsOrderStory>();
  }

  async mismatches(): Promise<MismatchList['items']> {
    return (await callOps(this.shop, this.key, 'GET', '/ops/payments/mismatches?askProvider=false')).json<MismatchList>().items;
  }

  /**
   * Signed events of refunds of the order's payment that were not delivered yet, oldest first, as webhook and worker process them. Returns
   * the outcomes.
   */
  async deliverEvents(orderId: string): Promise<string[]> {
    return this.deliverEventsOf((await this.payment(orderId)).intentId);
  }

  /** `isWanted`: which types of events. */
  async deliverEventsOf(intentId: string, isWanted = (type: string) => type.includes('refund')): Promise<string[]> {
    const { data } = await this.standIn.stripe.events.list({ limit: 100 });
    const outcomes = [];
    for (const event of data.toReversed()) {
      const { id, payment_intent: intent = id } = event.data.object as { id?: string; payment_intent?: unknown };
      if (intent !== intentId || !isWanted(event.type) || this.delivered.has(event.id)) continue;
      const payload = JSON.stringify(event);
      const signature = this.standIn.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
      const answer = await this.shop.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        payload,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      await this.shop.get(ProcessEvent).run(event.id);
      this.delivered.add(event.id);
      const { rows } = await this.shop.database.query<{ outcome: string }>('select outcome from payment_event where id = $1', [event.id]);
      outcomes.push(rows[0]?.outcome ?? '');
    }
    return outcomes;
  }

  /** The next scrape queries again. */
  figuresAge(): void {
    Object.assign(this.shop.get(ShopFigures), { quick: null });
  }

  async addKeys(count: number): Promise<void> {
    const keys = Array.from({ length: count }, () => ({
      productId: this.product,
      secret: { kind: 'text', key: `NEW-${(this.count += 1)}` } as const,
    }));
    await this.shop.get(AddKeys).run(keys, 'test');
  }

  /** Sells out the stock, expired reservations included. */
  async sellOut(): Promise<void> {
    await this.shop.database.query(
      `update stock_key set state = 'burnt', order_id = null, reserved_until = null where state in ('available', 'reserved')`,
    );
  }
}
