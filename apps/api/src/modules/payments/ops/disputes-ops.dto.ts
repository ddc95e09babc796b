import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toMajor } from '@keyturn/shop-rules';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { IsAmount, SEVERAL_LINES } from '../../../platform/http/requests/fields.ts';
import { ReasonField } from '../../ops/index.ts';
import { type Dispute, DISPUTE_STATES, type DisputeStep, type PaymentProof, type PriorEvidence } from '../domain/dispute.ts';
import { EVIDENCE_TEXTS, type EvidenceTexts } from '../domain/evidence-texts.ts';
import type { MatchingElement } from '../domain/prior-payments.ts';

const AN_INSTANT = '2026-11-21T08:01:12.000Z';
const ACCESS = '2026-11-21 08:02:30 UTC keys opened from 192.0.2.1 with Firefox 144 on Windows, the browser of the purchase';
const VERSION = { message: 'version must be the version of the evidence that you have read.' };
const AMOUNT = { message: 'amount must be the amount of the dispute.' };

function VersionField() {
  return applyDecorators(
    ApiProperty({
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      example: 1,
      description: 'As the dispute has it: refused if somebody has changed the evidence since',
    }),
    Max(1_000_000, VERSION),
    Min(0, VERSION),
    IsInt(VERSION),
  );
}

/** A text for the bank. Empty: it is not sent. */
function EvidenceField(name: keyof EvidenceTexts, description: string, example: string) {
  return applyDecorators(
    ApiPropertyOptional({ type: String, maxLength: EVIDENCE_TEXTS[name], description, example }),
    Matches(SEVERAL_LINES, { message: `${name} holds characters that no text has.` }),
    MaxLength(EVIDENCE_TEXTS[name], { message: `${name} must be at most ${EVIDENCE_TEXTS[name]} characters long.` }),
    IsString({ message: `${name} must be text.` }),
    IsOptional(),
  );
}

export class EvidenceBody {
  @EvidenceField('productDescription', 'What was sold', 'Digital activation keys: 1 × Half Moon (Steam).') productDescription?: string;
  @EvidenceField('customerName', 'Name of the buyer', 'Ada Buyer') customerName?: string;
  @EvidenceField('customerEmail', 'E-mail of the buyer', 'ada@example.com') customerEmail?: string;
  @EvidenceField('customerAddress', 'IP address of the purchase', '192.0.2.1') customerAddress?: string;
  @EvidenceField('billingAddress', 'Billing address', 'Ada Buyer, 00-001, PL') billingAddress?: string;
  @EvidenceField('serviceDate', 'Day of the delivery', '2026-11-21') serviceDate?: string;
  @EvidenceField('accessLog', 'Who saw the order and its keys, when, from where and by which browser', ACCESS) accessLog?: string;
  @EvidenceField('refundPolicy', 'When the buyer accepted which terms', 'The buyer accepted the terms and conditions before the payment.')
  refundPolicy?: string;
  @EvidenceField('refundRefusal', 'Why the buyer gets no refund', 'The keys were opened, and cannot be returned.') refundRefusal?: string;
  @EvidenceField('uncategorizedText', 'Earlier payments of the buyer, and what else you have to say', 'The buyer wrote that the key works.')
  uncategorizedText?: string;
  @EvidenceField('receipt', 'The receipt. The bank gets it as a PDF file', 'Order K123456789\nTotal: 19.99 EUR') receipt?: string;
  @EvidenceField('deliveryRecord', 'What was delivered, and the whole access log. A PDF file', `Order K123456789\n\n${ACCESS}`)
  deliveryRecord?: string;
  @EvidenceField(
    'mailsSent',
    'Mails that were sent to the buyer, with times. A PDF file',
    '2026-11-21 08:01:12 UTC delivery, with the keys',
  )
  mailsSent?: string;
  @EvidenceField('acceptedTerms', 'The terms that the buyer accepted. A PDF file', 'Version 2026-11-21-3f2a9c1d0b12')
  acceptedTerms?: string;
}

export class EditEvidenceBody extends EvidenceBody {
  @VersionField() version: number;
  @ReasonField('The buyer wrote that the key works') reason: string;
}

export class SubmitEvidenceBody {
  @VersionField() version: number;

  @ApiPropertyOptional({ example: false, description: 'The evidence is to be submitted for good' })
  @IsBoolean({ message: 'It must be true or false.' })
  @IsOptional()
  confirm?: boolean;

  @ReasonField('The buyer has used the key') reason: string;
}

export class CloseDisputeBody {
  @ApiProperty({
    type: Number,
    minimum: 0,
    maximum: 10_000_000,
    example: 0,
    description: 'The amount of the dispute, which is lost for good: confirms that',
  })
  @Max(10_000_000, AMOUNT)
  @Min(0, AMOUNT)
  @IsAmount(AMOUNT)
  amount: number;

  @ReasonField('The card was stolen') reason: string;
}

class PaymentProofAnswer implements PaymentProof {
  @ApiProperty({ example: 'K123456789' }) orderNumber: string;
  @ApiProperty({ example: 'pi_3Nabc' }) paymentId: string;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) paidAt: string;
  @ApiProperty({ example: '1 × Half Moon (Steam)' }) description: string;
  @ApiProperty({ example: 'ada@example.com' }) email: string;
  @ApiProperty({ type: String, nullable: true, example: null }) accountId: string | null;
  @ApiProperty({ example: '192.0.2.1' }) address: string;
  @ApiProperty({ example: '5f1d…', description: 'A hash of the id of the browser' }) deviceId: string;
}

class PriorEvidenceAnswer implements PriorEvidence {
  @ApiProperty({ type: PaymentProofAnswer }) disputed: PaymentProofAnswer;
  @ApiProperty({ type: [PaymentProofAnswer], description: 'Two payments, 120 to 365 days older' }) earlier: PaymentProofAnswer[];
  @ApiProperty({
    enum: ['address', 'device', 'email', 'account'],
    isArray: true,
    example: ['address', 'email'],
    description: 'What all of them have in common',
  })
  matches: MatchingElement[];
}

/** A dispute in a list. */
export class DisputeSummary {
  @ApiProperty({ example: 'du_1Nabc' }) id: string;
  @ApiProperty({ example: 19.99 }) amount: number;
  @ApiProperty({ example: 'EUR', description: 'As the bank has it' }) currency: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: AN_INSTANT, description: 'Evidence is taken until then' })
  dueAt: string | null;
  @ApiProperty({
    enum: DISPUTE_STATES,
    example: 'assembled',
    description: '`waiting`: for its evidence to be assembled; `closed`: by the staff, or decided by the bank',
  })
  state: DisputeStep;
  @ApiProperty({ enum: ['won', 'lost'], nullable: true, example: null }) outcome: 'won' | 'lost' | null;
}

export class DisputeAnswer extends DisputeSummary {
  @ApiProperty({ example: 'fraudulent', description: "The bank's reason code" }) reason: string;
  @ApiProperty({ type: String, nullable: true, example: 'K123456789' }) orderNumber: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'disputed' }) orderStatus: string | null;
  @ApiProperty({ example: 'pi_3Nabc' }) paymentId: string;
  @ApiProperty({ example: 'https://dashboard.stripe.com/payments/pi_3Nabc', description: 'Its page at the provider' }) page: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'What a change or submission names' }) version: number;
  @ApiProperty({ type: EvidenceBody, nullable: true, description: 'What is sent to the bank; an empty text is not sent' })
  evidence: EvidenceBody | null;
  @ApiProperty({ type: PriorEvidenceAnswer, nullable: true, description: "Earlier payments that meet Visa's Compelling Evidence 3.0" })
  prior: PriorEvidenceAnswer | null;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) openedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: AN_INSTANT }) assembledAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) submittedAt: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Name of the ops key' }) submittedBy: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) endedAt: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Name of the ops key; null: the bank decided' }) closedBy:
    string | null;
}

export function disputeSummary({ id, amountMinor, currency, dueAt, state, outcome }: Dispute): DisputeSummary {
  return { id, amount: toMajor(amountMinor), currency, dueAt: textOf(dueAt), state, outcome };
}

export function disputeAnswer(
  dispute: Dispute,
  { page, order }: { readonly page: string; readonly order: { readonly number: string; readonly status: string } | null },
): DisputeAnswer {
  const { reason, paymentId, version, evidence, openedAt, assembledAt, submittedAt, submittedBy, endedAt, closedBy } = dispute;
  return {
    ...disputeSummary(dispute),
    ...{ reason, paymentId, page, version, submittedBy, closedBy },
    orderNumber: order?.number ?? null,
    orderStatus: order?.status ?? null,
    evidence: evidence && { ...evidence.texts },
    prior: evidence?.prior ? { ...evidence.prior, earlier: [...evidence.prior.earlier], matches: [...evidence.prior.matches] } : null,
    openedAt: openedAt.toISOString(),
    assembledAt: textOf(assembledAt),
    submittedAt: textOf(submittedAt),
    endedAt: textOf(endedAt),
  };
}

function textOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
