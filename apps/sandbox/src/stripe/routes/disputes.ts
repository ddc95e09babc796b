import type { Route } from './route.ts';
import { answerDispute, concedeDispute } from '../disputes/disputes.ts';
import { FILE_FIELDS } from '../disputes/files.ts';
import { noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { flag, metadata, notImitated, optional, type Rule, shape, text } from '../params.ts';
import { visaEvidenceRule } from '../disputes/visa-evidence.ts';

const retrieveParams = shape(expandRule);
const line = () => optional(text());
const passage = () => optional(text({ max: 20_000 }));
const fileRules = Object.fromEntries(FILE_FIELDS.map((field) => [field, line()])) as Record<
  (typeof FILE_FIELDS)[number],
  Rule<string | undefined>
>;
const evidenceRules = {
  access_activity_log: passage(),
  billing_address: line(),
  cancellation_policy_disclosure: passage(),
  cancellation_rebuttal: passage(),
  customer_email_address: line(),
  customer_name: line(),
  customer_purchase_ip: line(),
  duplicate_charge_explanation: passage(),
  duplicate_charge_id: line(),
  product_description: passage(),
  refund_policy_disclosure: passage(),
  refund_refusal_explanation: passage(),
  service_date: line(),
  shipping_address: line(),
  shipping_carrier: line(),
  shipping_date: line(),
  shipping_tracking_number: line(),
  uncategorized_text: passage(),
  ...fileRules,
  enhanced_evidence: optional(
    shape({ visa_compelling_evidence_3: optional(visaEvidenceRule), visa_compliance: notImitated(), mastercard_compliance: notImitated() }),
  ),
};
const updateParams = shape({
  ...expandRule,
  evidence: optional(shape(evidenceRules)),
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
      const { enhanced_evidence: enhanced, ...texts } = evidence ?? {};
      const visa = enhanced?.visa_compelling_evidence_3;
      return expand(state, answerDispute(state, id, { texts, visa, metadata, isSubmitted }), paths);
    },
  ],
  [
    'POST',
    '/disputes/:id/close',
    ({ state, input, id }) => expand(state, concedeDispute(state, id), retrieveParams(input, '').expand ?? []),
  ],
];
