import type { Route } from './route.ts';
import { expand } from '../expand.ts';
import { expandRule, listOf, pageOf, pageRules } from '../lists.ts';
import { notImitated, oneOf, optional, shape, text } from '../params.ts';
import { createSession, sessionParams } from '../session-params.ts';
import { badParameter } from '../error.ts';
import { detailsOf, expireSession, sessionOf } from '../sessions.ts';

const retrieveParams = shape(expandRule);
const listParams = shape({
  ...pageRules,
  payment_intent: optional(text()),
  status: optional(oneOf('open', 'complete', 'expired')),
  customer_details: optional(shape({ email: text() })),
  customer: notImitated(),
  customer_account: notImitated(),
  payment_link: notImitated(),
  subscription: notImitated(),
});
const { limit, starting_after, ending_before } = pageRules;
const lineItemParams = shape({ ...expandRule, limit, starting_after, ending_before });

export const sessionRoutes: readonly Route[] = [
  [
    'POST',
    '/checkout/sessions',
    ({ state, input, origin }) => {
      const params = sessionParams(input, '');
      return expand(state, createSession(state, params, origin), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/checkout/sessions',
    ({ state, input }) => {
      const params = listParams(input, '');
      const page = pageOf(state, 'checkout.session', '/v1/checkout/sessions', params, {
        payment_intent: params.payment_intent,
        status: params.status,
        'customer_details.email': params.customer_details?.email,
      });
      return expand(state, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/checkout/sessions/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      return expand(state, sessionOf(state, id), params.expand ?? []);
    },
  ],
  [
    'POST',
    '/checkout/sessions/:id/expire',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      return expand(state, expireSession(state, id), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/checkout/sessions/:id/line_items',
    ({ state, input, id }) => {
      const params = lineItemParams(input, '');
      const all = detailsOf(state, sessionOf(state, id)).lineItems;
      const most = params.limit ?? 10;
      const position = (param: string, itemId: string) => {
        const index = all.findIndex((item) => item.id === itemId);
        if (index < 0) throw badParameter(`No such line item: '${itemId}'`, param, 'resource_missing');
        return index;
      };
      if (params.ending_before !== undefined) {
        const end = position('ending_before', params.ending_before);
        return listOf(`/v1/checkout/sessions/${id}/line_items`, { data: all.slice(Math.max(0, end - most), end), hasMore: end > most });
      }
      const start = params.starting_after === undefined ? 0 : position('starting_after', params.starting_after) + 1;
      return listOf(`/v1/checkout/sessions/${id}/line_items`, { data: all.slice(start, start + most), hasMore: all.length > start + most });
    },
  ],
];
