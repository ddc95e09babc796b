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
    ({ world, input }) => {
      const params = intentListParams(input, '');
      return expand(world, pageOf(world, 'payment_intent', '/v1/payment_intents', params, {}), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/payment_intents/:id',
    ({ world, input, id }) => {
      const params = retrieveParams(input, '');
      const intent = world.objects.find('payment_intent', id);
      if (!intent) throw noSuch('payment_intent', id, 'intent');
      return expand(world, intent, params.expand ?? []);
    },
  ],
  [
    'POST',
    '/payment_intents/:id/cancel',
    ({ world, input, id }) => {
      const params = cancelParams(input, '');
      const intent = world.objects.find('payment_intent', id);
      if (!intent) throw noSuch('payment_intent', id, 'intent');
      if (!cancelable.includes(intent.status)) {
        throw new StripeRefusal(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following ` +
            `statuses may be canceled: ${cancelable.join(', ')}.`,
          { code: 'payment_intent_unexpected_state' },
        );
      }
      const open = world.objects.page('checkout.session', {
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
      cancelIntent(world, intent, params.cancellation_reason ?? null);
      return expand(world, intent, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/charges',
    ({ world, input }) => {
      const params = chargeListParams(input, '');
      const page = pageOf(world, 'charge', '/v1/charges', params, { payment_intent: params.payment_intent });
      return expand(world, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/charges/:id',
    ({ world, input, id }) => {
      const params = retrieveParams(input, '');
      const charge = world.objects.find('charge', id);
      if (!charge) throw noSuch('charge', id, 'id');
      return expand(world, charge, params.expand ?? []);
    },
  ],
];
