import type { Route } from './route.ts';
import { answerDispute, concedeDispute } from '../disputes.ts';
import { noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { flag, metadata, notImitated, optional, shape, text } from '../params.ts';

const retrieveParams = shape(expandRule);
const updateParams = shape({
  ...expandRule,
  // Only texts of the evidence: the stand-in has no files.
  evidence: optional(shape({ uncategorized_text: optional(text({ max: 20_000 })) })),
  metadata: optional(metadata()),
  submit: optional(flag()),
  intended_submission_method: notImitated(),
});
const listParams = shape({ ...pageRules, charge: optional(text()), payment_intent: optional(text()) });

export const disputeRoutes: readonly Route[] = [
  [
    'GET',
    '/disputes',
    ({ state, input }) => {
      const params = listParams(input, '');
      const page = pageOf(state, 'dispute', '/v1/disputes', params, { charge: params.charge, payment_intent: params.payment_intent });
      return expand(state, page, params.expand ?? []);
    },
  ],
  [
    'GET',
    '/disputes/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      const dispute = state.objects.find('dispute', id);
      if (!dispute) throw noSuch('dispute', id, 'id');
      return expand(state, dispute, params.expand ?? []);
    },
  ],
  [
    'POST',
    '/disputes/:id',
    ({ state, input, id }) => {
      const { evidence, metadata, submit = true, expand: paths = [] } = updateParams(input, '');
      const isSubmitted = submit && evidence !== undefined;
      return expand(state, answerDispute(state, id, { text: evidence?.uncategorized_text, metadata, isSubmitted }), paths);
    },
  ],
  [
    'POST',
    '/disputes/:id/close',
    ({ state, input, id }) => expand(state, concedeDispute(state, id), retrieveParams(input, '').expand ?? []),
  ],
];
