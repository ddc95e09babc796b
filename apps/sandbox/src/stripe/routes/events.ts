import type Stripe from 'stripe';
import { IS_UNDELIVERED } from '../../store/deliveries.ts';
import type { Filter } from '../../store/objects.ts';
import type { Route } from './route.ts';
import { badParameter, noSuch } from '../error.ts';
import { pageOf, pageRules } from '../lists.ts';
import { flag, list, optional, shape, text } from '../params.ts';

const MOST_TYPES = 20;
const { limit, starting_after, ending_before, created } = pageRules;
const retrieveParams = shape({});
const listParams = shape({
  limit,
  starting_after,
  ending_before,
  created,
  type: optional(text()),
  types: optional(list(text(), { max: MOST_TYPES })),
  delivery_success: optional(flag()),
});

export const eventRoutes: readonly Route[] = [
  [
    'GET',
    '/events',
    ({ state, input }) => {
      const params = listParams(input, '');
      if (params.type !== undefined && params.types !== undefined)
        throw badParameter('You may pass either type or types, but not both.', 'types');
      const { types, delivery_success: isDelivered } = params;
      const filters: Filter[] = types === undefined ? [] : [{ path: 'type', is: 'in', value: types }];
      if (isDelivered !== undefined) filters.push({ sql: isDelivered ? `not ${IS_UNDELIVERED}` : IS_UNDELIVERED });
      const page = pageOf(state, 'event', '/v1/events', params, { type: params.type }, filters);
      return { ...page, data: page.data.map((event) => state.events.current(event as Stripe.Event)) };
    },
  ],
  [
    'GET',
    '/events/:id',
    ({ state, input, id }) => {
      retrieveParams(input, '');
      const event = state.objects.find('event', id);
      if (!event) throw noSuch('event', id, 'id');
      return state.events.current(event);
    },
  ],
];
