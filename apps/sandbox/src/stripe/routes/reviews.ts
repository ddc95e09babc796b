import type { Route } from './route.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { shape } from '../params.ts';
import { closeReview, reviewOf } from '../reviews.ts';

const retrieveParams = shape(expandRule);
const listParams = shape(pageRules);

export const reviewRoutes: readonly Route[] = [
  [
    'GET',
    '/reviews',
    ({ state, input }) => {
      const params = listParams(input, '');
      return expand(state, pageOf(state, 'review', '/v1/reviews', params, {}, [{ path: 'open', is: '=', value: 1 }]), params.expand ?? []);
    },
  ],
  ['GET', '/reviews/:id', ({ state, input, id }) => expand(state, reviewOf(state, id), retrieveParams(input, '').expand ?? [])],
  [
    'POST',
    '/reviews/:id/approve',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      return expand(state, closeReview(state, id, 'approved'), params.expand ?? []);
    },
  ],
];
