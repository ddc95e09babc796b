import type { Route } from './route.ts';
import { answerDispute, concedeDispute } from '../disputes.ts';
import { noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { flag, metadata, notImitated, optional, shape, text } from '../params.ts';

const retrieveParams = shape(expandRule);
const updateParams = shape({
  ...expandRule,
  // Of the evidence, only the words: the stand-in has no files, and no bank that would read the rest.
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
  [
    'POST',
    '/disputes/:id',
    ({ world, input, id }) => {
      const { evidence, metadata, submit = true, expand: paths = [] } = updateParams(input, '');
      const isSubmitted = submit && evidence !== undefined;
      return expand(world, answerDispute(world, id, { text: evidence?.uncategorized_text, metadata, isSubmitted }), paths);
    },
  ],
  [
    'POST',
    '/disputes/:id/close',
    ({ world, input, id }) => expand(world, concedeDispute(world, id), retrieveParams(input, '').expand ?? []),
  ],
];
