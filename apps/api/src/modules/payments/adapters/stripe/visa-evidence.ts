import { isIP } from 'node:net';
import type Stripe from 'stripe';
import type { PaymentProof, PriorEvidence } from '../../domain/dispute.ts';

/** Whether Stripe takes earlier payments as Visa's Compelling Evidence 3.0. Source: docs.stripe.com/disputes/api/visa-ce3 */
export function isVisaFraud({ enhanced_eligibility_types: types }: Stripe.Dispute): boolean {
  return types.includes('visa_compelling_evidence_3');
}

/** Empty where one of the earlier payments has no charge. Keys for software count as services: nothing is shipped. */
export async function visaEvidence(stripe: Stripe, { disputed, earlier }: PriorEvidence): Promise<Stripe.DisputeUpdateParams.Evidence> {
  const prior = [];
  for (const payment of earlier) {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment.paymentId);
    if (charge === null) return {};
    prior.push({ ...traitsOf(payment), charge: typeof charge === 'string' ? charge : charge.id });
  }
  return {
    enhanced_evidence: {
      visa_compelling_evidence_3: {
        disputed_transaction: { ...traitsOf(disputed), merchandise_or_services: 'services' },
        prior_undisputed_transactions: prior,
      },
    },
  };
}

/** Of an IPv6 address the shop keeps the network alone, which is no address. */
function traitsOf({ accountId, deviceId, email, address, description }: PaymentProof) {
  return {
    ...(accountId !== null && { customer_account_id: accountId }),
    customer_device_id: deviceId,
    customer_email_address: email,
    ...(isIP(address) !== 0 && { customer_purchase_ip: address }),
    product_description: description,
  };
}
