import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ChoiceField, FilterField, InstantField, OpsPaging, ReasonField } from '../../ops/index.ts';
import { type BankSignal, type InboxEvent, type Mismatch, MISMATCH_KINDS } from '../application/staff-payments.ts';
import { DisputeSummary } from './disputes-ops.dto.ts';
import { SIGNAL_KINDS, type SignalKind } from '../application/ports.ts';

const AN_INSTANT = '2026-11-21T08:01:12.000Z';

export class EventQuery extends OpsPaging {
  @ChoiceField(['waiting', 'done'], '`waiting`: not dealt with yet') state?: 'waiting' | 'done';
  @FilterField("The provider's type, such as `checkout.session.completed`") type?: string;
  @FilterField('What came of it, such as `paid` or `ignored`') outcome?: string;
  @FilterField('Number or id of an order') order?: string;
  @InstantField('Received from this moment on') from?: string;
  @InstantField('Received before this moment') to?: string;
}

export class SignalQuery extends OpsPaging {
  @ChoiceField(SIGNAL_KINDS, 'What the bank said') kind?: SignalKind;
}

export class MismatchQuery {
  @ApiPropertyOptional({
    type: 'boolean',
    default: true,
    description: 'Whether the provider is asked about recent unpaid orders; without it only our own rows are read',
  })
  @IsBoolean({ message: 'askProvider must be true or false.' })
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsOptional()
  askProvider: boolean = true;
}

export class PaymentActionBody {
  @ReasonField('The buyer has paid and sees nothing') reason: string;
}

export class PaymentEvent implements InboxEvent {
  @ApiProperty({ example: 'evt_1Nabc' }) id: string;
  @ApiProperty({ example: 'checkout.session.completed' }) type: string;
  @ApiProperty({ enum: ['waiting', 'done'], example: 'done' }) state: 'waiting' | 'done';
  @ApiProperty({ type: String, nullable: true, example: 'paid' }) outcome: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'cs_test_a1b2' }) sessionId: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) paymentId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'K123456789' }) orderNumber: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) receivedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: AN_INSTANT }) processedAt: string | null;
}

export class PaymentEventWithPayload extends PaymentEvent {
  @ApiProperty({ type: Object, description: 'Payload of the provider', example: { id: 'evt_1Nabc', type: 'checkout.session.completed' } })
  payload: unknown;
}

export class BankSignalAnswer implements Omit<BankSignal, 'dispute'> {
  @ApiProperty({ example: 'evt_1Nabc' }) eventId: string;
  @ApiProperty({ enum: SIGNAL_KINDS, example: 'dispute' }) kind: SignalKind;
  @ApiProperty({ example: 'fraudulent', description: "The bank's reason code" }) reason: string;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) at: string;
  @ApiProperty({ type: String, nullable: true, example: 'pi_3Nabc' }) paymentId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'K123456789' }) orderNumber: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'disputed' }) orderStatus: string | null;
  @ApiProperty({ type: DisputeSummary, nullable: true, description: 'The latest dispute of the payment; null for a warning or refund' })
  dispute: DisputeSummary | null;
}

class MismatchAnswer implements Mismatch {
  @ApiProperty({
    enum: MISMATCH_KINDS,
    example: 'on-hold',
    description:
      '`on-hold`: another amount or currency, or a warning of fraud; `disputed`: frozen until the bank decides, or by a warning of fraud until the staff does; `paid-elsewhere`: paid at the provider and not here; `not-delivered`: paid, and stuck; `refund-open`, `refund-failed`; `refund-elsewhere`: made at the provider, and not known for what, in the last 30 days; `event-waiting`: not dealt with for five minutes',
  })
  kind: Mismatch['kind'];
  @ApiProperty({ type: String, nullable: true, example: 'K123456789' }) orderNumber: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'on_hold' }) orderStatus: string | null;
  @ApiProperty({ example: 'amount differs' }) detail: string;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) since: string;
}

export class MismatchList {
  @ApiProperty({ type: [MismatchAnswer], description: 'At most 100 of each kind' }) items: MismatchAnswer[];
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of sessions compared with the provider' }) asked: number;
}

export class SettleAnswer {
  @ApiProperty({ example: 'paid', description: 'The outcome' }) outcome: string;
}
