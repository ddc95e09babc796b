import type { Route } from './route.ts';
import { noSuch, StripeRefusal } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { notImitated, oneOf, optional, shape, text } from '../params.ts';
import { cancelIntent } from '../sessions.ts';

const retrieveParams = shape({ ...expandRule, client_secret: optional(text()) });
const cancelParams = shape({
  ...expandRule,
  cancellation_reason: optional(oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer')),
});
const intentListParams = shape({ ...pageRules, customer: notImitated(), customer_account: notImitated() });
const chargeListParams = shape({ ...pageRules, payment_intent: optional(text()), customer: notImitated(), transfer_group: notImitated() });

const cancelable = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'];

export const paymentRoutes: readonly Route[] = [
  [
    'GET',
    '/payment_intents',
    ({ state, input }) => {
      const params = intentListParams(input, '');
      return expand(state, pageOf(state, 'payment_intent', '/v1/payment_intents', params, {}), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/payment_intents/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      const intent = state.objects.find('payment_intent', id);
      if (!intent) throw noSuch('payment_intent', id, 'intent');
      return expand(state, intent, params.expand ?? []);
    },
  ],
  [
    'POST',
    '/payment_intents/:id/cancel',
    ({ state, input, id }) => {
      const params = cancelParams(input, '');
      const intent = state.objects.find('payment_intent', id);
      if (!intent) throw noSuch('payment_intent', id, 'intent');
      if (!cancelable.includes(intent.status)) {
        throw new StripeRefusal(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following ` +
            `statuses may be canceled: ${cancelable.join(', ')}.`,
          { code: 'payment_intent_unexpected_state' },
        );
      }
      const open = state.objects.page('checkout.session', {
        limit: 1,
        filters: [
          { path: 'payment_intent', is: '=', value: id },
          { path: 'status', is: '=', value: 'open' },
        ],
      });
      if (open.data.length > 0) {
        throw new StripeRefusal('You cannot cancel a PaymentIntent of an open Checkout Session. Expire the Checkout Session instead.', {
          code: 'payment_intent_unexpected_state',
        });
      }
      cancelIntent(state, intent, params.cancellation_reason ?? null);
      return expand(state, intent, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/charges',
    ({ state, input }) => {
      const params = chargeListParams(input, '');
      const page = pageOf(state, 'charge', '/v1/charges', params, { payment_intent: params.payment_intent });
      return expand(state, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/charges/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      const charge = state.objects.find('charge', id);
      if (!charge) throw noSuch('charge', id, 'id');
      return expand(state, charge, params.expand ?? []);
    },
  ],
];
