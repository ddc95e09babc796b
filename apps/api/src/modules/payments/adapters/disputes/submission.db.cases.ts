import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import type { Evidence, PaymentProof } from '../../domain/dispute.ts';
import { allTexts } from '../../domain/evidence-texts.ts';
import { PaymentUnavailable } from '../../domain/payment-errors.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';
import { submitToStripe } from '../stripe/stripe-evidence.ts';

const DAY_MS = 86_400_000;
/** Of a submission with two documents and two earlier payments. */
const REQUESTS = 7;

/** The process that asks dies with its request number `dies`, before or after Stripe has done it. */
function dyingStripe(origin: string, dies: number, when: 'before' | 'after') {
  const { hostname: host, port } = new URL(origin);
  const http = Stripe.createNodeHttpClient();
  let asked = 0;
  const makeRequest: typeof http.makeRequest = async (...request) => {
    asked += 1;
    if (asked === dies && when === 'before') throw new Error('dead');
    const answer = await http.makeRequest(...request);
    if (asked === dies) throw new Error('dead');
    return answer;
  };
  const httpClient = Object.assign(Object.create(http) as typeof http, { makeRequest });
  const stripe = new Stripe('sk_test_sandbox', { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0, httpClient });
  return { stripe, asked: () => asked };
}

export function submissionCases(): void {
  let fixture: RefundTestShop;
  let earlier: string[];

  beforeAll(async () => {
    fixture = await refundTestShop();
    earlier = [await paid(), await paid()];
  }, 60_000);
  afterAll(() => fixture.close());

  const paid = async () => (await fixture.payment(await fixture.buy())).intentId;
  const disputed = async () => (await fixture.standIn.control('disputes', { payment_intent: await paid() })) as Stripe.Dispute;
  const proofOf = (paymentId: string): PaymentProof => ({
    ...{ orderNumber: 'K1', paymentId, paidAt: '2026-01-01T10:00:00.000Z', description: '1 × Half Moon (Steam)' },
    ...{ email: 'ada@example.com', accountId: null, address: '2001:db8:0:1', deviceId: 'd'.repeat(64) },
  });
  const evidenceFor = ({ payment_intent: intent }: Stripe.Dispute): Evidence => ({
    texts: allTexts({ customerName: 'Ada', receipt: 'Total: 10.00 EUR', acceptedTerms: 'No refunds' }),
    prior: { disputed: proofOf(String(intent)), earlier: earlier.map(proofOf), matches: ['device', 'email'] },
  });
  const filesOf = async (id: string) =>
    (await fixture.standIn.stripe.files.list({ limit: 100 })).data
      .flatMap(({ filename }) => (filename?.includes(id) ? [filename] : []))
      .sort();

  test('what is submitted has texts, files, and earlier payments that qualify, without the network that stands for an IPv6 address', async () => {
    const dispute = await disputed();
    const { stripe, asked } = dyingStripe(fixture.standIn.origin, 0, 'after');
    await submitToStripe(stripe, dispute.id, evidenceFor(dispute), 1);
    expect(asked()).toBe(REQUESTS);
    expect(await filesOf(dispute.id)).toEqual([
      expect.stringMatching(new RegExp(`^acceptedTerms-${dispute.id}-[0-9a-f]{16}\\.pdf$`)),
      expect.stringMatching(new RegExp(`^receipt-${dispute.id}-[0-9a-f]{16}\\.pdf$`)),
    ]);
    const { evidence, evidence_details: details } = await fixture.standIn.stripe.disputes.retrieve(dispute.id);
    const isFile = expect.stringMatching(/^file_/);
    expect(evidence).toMatchObject({ customer_name: 'Ada', receipt: isFile, refund_policy: isFile, service_documentation: null });
    expect(details.enhanced_eligibility).toEqual({ visa_compelling_evidence_3: { status: 'qualified', required_actions: [] } });
    expect(evidence.enhanced_evidence.visa_compelling_evidence_3).toMatchObject({
      disputed_transaction: { customer_email_address: 'ada@example.com', customer_purchase_ip: null, merchandise_or_services: 'services' },
      prior_undisputed_transactions: [{ charge: expect.stringMatching(/^ch_/) }, { charge: expect.stringMatching(/^ch_/) }],
    });
  });

  const deaths = Array.from({ length: REQUESTS }, (_, place) => place + 1).flatMap((dies) =>
    (['before', 'after'] as const).flatMap((when) => [0, 2].map((days) => ({ dies, when, days }))),
  );
  test.each(deaths)(
    'a death $when request $dies, and another try $days days later: files and evidence arrive once',
    async ({ dies, when, days }) => {
      const dispute = await disputed();
      const dying = dyingStripe(fixture.standIn.origin, dies, when);
      await expect(submitToStripe(dying.stripe, dispute.id, evidenceFor(dispute), 1)).rejects.toThrow(PaymentUnavailable);
      await fixture.standIn.control('clock', { advanceMs: days * DAY_MS });
      await submitToStripe(fixture.standIn.stripe, dispute.id, evidenceFor(dispute), 1);
      await submitToStripe(fixture.standIn.stripe, dispute.id, evidenceFor(dispute), 1);
      expect(await filesOf(dispute.id)).toHaveLength(2);
      expect((await fixture.standIn.stripe.disputes.retrieve(dispute.id)).evidence_details.submission_count).toBe(1);
      await fixture.standIn.control('clock', { reset: true });
    },
  );
}
