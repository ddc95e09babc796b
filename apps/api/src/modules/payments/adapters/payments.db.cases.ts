import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { readConfig } from '../../../platform/config/config.ts';
import { Transaction } from '../../../shared/ports.ts';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { ORDINARY_CARD } from '../../risk/testing/ordinary.ts';
import { PaymentEvents } from '../application/ports.ts';
import { PaymentUnavailable } from '../domain/payment-errors.ts';
import { InMemoryPaymentEvents } from '../testing/in-memory-payment-events.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';
import { undelivered } from '../testing/undelivered.ts';
import { paymentEventsContract } from '../testing/payment-events.contract.ts';
import { paymentProviderContract } from '../testing/payments.contract.ts';
import { type StripeStandIn, stripeStandIn } from '../testing/stripe-stand-in.ts';
import { StripePaymentProvider } from './stripe/stripe-payment-provider.ts';

export function payments(): void {
  describe('the real Stripe SDK against the stand-in', () => {
    let standIn: StripeStandIn;
    let provider: StripePaymentProvider;

    beforeAll(async () => {
      standIn = await stripeStandIn();
      provider = new StripePaymentProvider(readConfig({ STRIPE_API_URL: standIn.origin, PAYMENT_METHODS: 'card, sepa_debit' }));
    }, 30_000);
    afterAll(() => standIn.close());

    const control = async (path: string, body: object = {}) => void (await standIn.control(path, body));

    paymentProviderContract(async () => ({
      provider,
      pay: (id) => control(`sessions/${id}/pay`),
      decline: (id) => control(`sessions/${id}/pay`, { number: '4000000000000002' }),
      startTransfer: (id) => control(`sessions/${id}/pay-later`, { settleAfterMs: 'never' }),
      endTransfer: (id, outcome) => control(`sessions/${id}/settle-transfer`, { outcome: outcome === 'paid' ? 'succeed' : 'fail' }),
      refuse: (isRefused) => control('refunds-fail', { how: isRefused ? 'refused' : 'never' }),
      refundsOf: async (order) => {
        const { data } = await standIn.stripe.refunds.list({ limit: 100 });
        return data.filter(({ metadata }) => metadata?.order_id === order.id).length;
      },
      returning: async (_intentId, refund) => {
        await control('refunds-fail', { how: 'later' });
        await refund();
        await standIn.endRefunds();
        await control('refunds-fail', { how: 'never' });
      },
      dispute: (intentId) => control('disputes', { payment_intent: intentId }),
      decide: async (intentId, outcome) => {
        const [dispute] = (await standIn.stripe.disputes.list({ payment_intent: intentId })).data;
        const evidence = { uncategorized_text: outcome === 'won' ? 'winning_evidence' : 'losing_evidence' };
        await standIn.stripe.disputes.update(dispute?.id ?? '', { evidence });
      },
      submissions: async (id) => (await standIn.stripe.disputes.retrieve(id)).evidence_details.submission_count,
    }));

    test('a session of a Payment Link that names an order belongs to no order', async () => {
      const [price_data, mode] = [{ currency: 'eur', unit_amount: 100, product_data: { name: 'Tip' } }, 'payment' as const];
      const chosen = { client_reference_id: 'order-1', success_url: 'https://tips.example' };
      const { id } = await standIn.stripe.checkout.sessions.create({ ...chosen, mode, line_items: [{ quantity: 1, price_data }] });
      await control(`sessions/${id}/pay`);
      expect(await provider.session(id)).toMatchObject({ orderId: null, outcome: 'paid', amountMinor: 100 });
    });

    test.each([
      [undefined, ['card']],
      ['card, sepa_debit', ['card', 'sepa_debit']],
      ['sepa_debit', ['sepa_debit']],
    ])('with PAYMENT_METHODS %p a buyer may pay with %j', async (named, offered) => {
      const settings = { STRIPE_API_URL: standIn.origin, ...(named !== undefined && { PAYMENT_METHODS: named }) };
      const order = unpaidOrder({ id: `by-${offered.join('-')}`, expiresAt: new Date(Date.now() + 3_600_000) });
      const { id } = await new StripePaymentProvider(readConfig(settings)).openSession(order);
      expect((await standIn.stripe.checkout.sessions.retrieve(id)).payment_method_types).toEqual(offered);
    });

    test('an event that the stand-in signed is read, and one whose body was changed is not', () => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: { object: 'checkout.session', id: 'cs_1' } },
      });
      const signature = new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
      expect(provider.readEvent(Buffer.from(payload), { 'stripe-signature': signature })).toMatchObject({ id: 'evt_1', sessionId: 'cs_1' });
      expect(() => provider.readEvent(Buffer.from(payload.replace('cs_1', 'cs_2')), { 'stripe-signature': signature })).toThrow(
        'not valid',
      );
    });

    test('a session that the provider refuses to open is reported as unavailable', async () => {
      await expect(provider.openSession(unpaidOrder({ id: 'too-short', expiresAt: new Date(Date.now() + 60_000) }))).rejects.toThrow(
        PaymentUnavailable,
      );
    });
  });

  describe('the fake provider', () => {
    paymentProviderContract(async () => {
      const provider = new InMemoryPaymentProvider();
      let refused = 0;
      return {
        provider,
        pay: async (id) => {
          provider.become(id, { outcome: 'paid', card: ORDINARY_CARD });
          provider.missed.push(undelivered({ id: `paid-${id}`, sessionId: id }));
        },
        decline: async (id) =>
          provider.refuseAttempt(id, { id: `refused-${(refused += 1)}`, fingerprint: null, at: new Date(0), amountMinor: 7200 }),
        startTransfer: async (id) => provider.become(id, { outcome: 'processing' }),
        endTransfer: async (id, outcome) => provider.become(id, { outcome }),
        refuse: async (isRefused) => {
          provider.refusal = isRefused ? 'balance_insufficient' : null;
        },
        refundsOf: async (order) =>
          Number(provider.refunds.has(order.id)) + [...provider.parts.values()].filter(({ orderId }) => orderId === order.id).length,
        returning: async (intentId, refund) => {
          await refund();
          provider.sendBack(intentId, 'unknown');
        },
        dispute: async (intentId) => {
          const claim = { id: 'dispute-1', amountMinor: await provider.received(intentId), currency: 'EUR', dueAt: new Date(0) };
          provider.disputes.set(intentId, { outcome: 'open', reason: 'fraudulent', lost: [], ended: [], claim });
        },
        decide: async (intentId, outcome) => {
          const took = { id: `dispute-of-${intentId}`, amountMinor: await provider.received(intentId), currency: 'Eur' } as const;
          const ended = [{ ...took, currency: 'EUR', reason: 'fraudulent', outcome }];
          provider.disputes.set(intentId, { outcome, reason: 'fraudulent', lost: outcome === 'lost' ? [took] : [], ended });
        },
        submissions: async (id) => provider.submissions.get(id)?.length ?? 0,
      };
    });
  });

  describe('the inbox on PostgreSQL', () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await testShop();
    });
    afterAll(() => shop.close());
    beforeEach(() => shop.database.query('delete from payment_event'));
    paymentEventsContract(async () => ({
      events: shop.get(PaymentEvents),
      clock: shop.clock,
      inTransaction: (work) => shop.get(Transaction).run(work),
    }));
  });

  describe('the fake inbox', () => {
    paymentEventsContract(async () => {
      const clock = new FixedClock();
      return { events: new InMemoryPaymentEvents(clock), clock, inTransaction: (work) => new PlainTransaction().run(work) };
    });
  });
}
