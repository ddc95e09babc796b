import type { Route } from '../api.ts';
import { noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { optional, shape, text } from '../params.ts';

const retrieveParams = shape(expandRule);
const listParams = shape({ ...pageRules, charge: optional(text()), payment_intent: optional(text()) });

export const disputeRoutes: readonly Route[] = [
  [
    'GET',
    '/disputes',
    ({ world, input }) => {
      const params = listParams(input, '');
      const page = pageOf(world, 'dispute', '/v1/disputes', params, { charge: params.charge, payment_intent: params.payment_intent });
      return expand(world, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/disputes/:id',
    ({ world, input, id }) => {
      const params = retrieveParams(input, '');
      const dispute = world.objects.find('dispute', id);
      if (!dispute) throw noSuch('dispute', id, 'id');
      return expand(world, dispute, params.expand ?? []);
    },
  ],
];
