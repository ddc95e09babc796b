import type { Route } from './route.ts';
import { badParameter, noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { integer, metadata, notImitated, oneOf, optional, shape, text } from '../params.ts';
import { refundCharge } from '../refunds.ts';

const createParams = shape({
  ...expandRule,
  charge: optional(text()),
  payment_intent: optional(text()),
  amount: optional(integer({ min: 1 })),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  metadata: metadata(),
  currency: notImitated(),
  customer: notImitated(),
  instructions_email: notImitated(),
  origin: notImitated(),
  refund_application_fee: notImitated(),
  reverse_transfer: notImitated(),
});
const retrieveParams = shape(expandRule);
const listParams = shape({ ...pageRules, charge: optional(text()), payment_intent: optional(text()) });

export const refundRoutes: readonly Route[] = [
  [
    'POST',
    '/refunds',
    ({ state, input }) => {
      const params = createParams(input, '');
      if (params.charge === undefined && params.payment_intent === undefined) {
        throw badParameter(
          'One of the following params should be provided for this request: payment_intent or charge.',
          'payment_intent',
          'parameter_missing',
        );
      }
      return expand(state, refundCharge(state, params), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/refunds',
    ({ state, input }) => {
      const params = listParams(input, '');
      const page = pageOf(state, 'refund', '/v1/refunds', params, { charge: params.charge, payment_intent: params.payment_intent });
      return expand(state, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/refunds/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      const refund = state.objects.find('refund', id);
      if (!refund) throw noSuch('refund', id, 'id');
      return expand(state, refund, params.expand ?? []);
    },
  ],
];
