import { currencyCode, toMajor } from '@keyturn/shop-rules';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { isSearchable } from '../../../platform/database/search-pattern.ts';
import { DELIVERY_EMAIL, EmailField, LineField } from '../../../platform/http/requests/fields.ts';
import { MAIL_STATES, type MailState } from '../../../shared/ports.ts';
import type { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { OpsNote } from '../../notes/index.ts';
import { ChoiceField, FilterField, InstantField, OpsPaging, ReasonField } from '../../ops/index.ts';
import type { StaffKey, StaffOrder, OrderFilter } from '../application/ops/staff-orders.ts';
import type { TimelineEntry } from '../application/ops/order-timeline.ts';
import { type Refund, REFUND_KINDS, REFUND_STATES, type RefundKind, type RefundState } from '../application/refunds.ts';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status.ts';
import { OpsOrderCustomer } from './order-customer.dto.ts';

const AN_ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const A_FINGERPRINT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A filter by part of a text. Without a letter or digit it would scan all orders. */
function PartField(what: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value === '' || isSearchable(value);
  const defaultMessage = () => 'Please search by a letter or a digit at least.';
  return applyDecorators(
    ValidateBy({ name: 'isSearchable', validator: { validate, defaultMessage } }),
    FilterField(`${what}, in any case. With less than three letters and digits only the whole of it is found`),
  );
}

export class OrderQuery extends OpsPaging {
  @FilterField(
    'In any spelling, with or without spaces, dashes and the K, such as `774 276 478`; or a supplier’s order number, to the letter',
  )
  number?: string;
  @PartField('Part of the address that it was placed with, such as `ada@`') email?: string;
  @PartField("Part of the buyer's name, such as `lovelace`") name?: string;
  @PartField('Part of the name of a product in it, as it was sold, such as `half moon`') product?: string;
  @FilterField('Id of a payment (`pi_…`) or of a payment session (`cs_…`)') payment?: string;

  @ApiPropertyOptional({
    pattern: '^[0-9a-f]{64}$',
    description: 'Keyed hash of a key, as in the keys of an order; to search by the key itself, see `by-key`',
  })
  @Matches(/^[0-9a-f]{64}$/, { message: 'A fingerprint is 64 hexadecimal digits.' })
  @IsOptional()
  fingerprint?: string;

  @ChoiceField(ORDER_STATUSES, 'State of the order') status?: OrderStatus;
  @InstantField('Placed from this moment on') from?: string;
  @InstantField('Placed before this moment') to?: string;
}

/** The same without pagination: an export contains all matches. */
export class ExportQuery extends OmitType(OrderQuery, ['page', 'limit'] as const) {}

export class ByKeyBody {
  @LineField('The key', 500)
  @ApiProperty({ minLength: 1, maxLength: 500, example: 'AAAA1-BBBB2-CCCC3', description: 'The key as the buyer has it' })
  key: string;

  @ReasonField('The buyer asks from another address') reason: string;
}

export class OrderActionBody {
  @ReasonField('The buyer cannot find the mail') reason: string;
}

export class OrderEmailBody {
  @Matches(DELIVERY_EMAIL, { message: 'Please enter a valid email address.' })
  @EmailField()
  email: string;

  @ReasonField('The buyer mistyped the address') reason: string;
}

class OpsOrderLine {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the line, from 1' }) line: number;
  @ApiProperty({ example: AN_ID }) productId: string;
  @ApiProperty({ example: 'Half Moon' }) name: string;
  @ApiProperty({ example: 'Steam' }) platform: string;
  @ApiProperty({ type: 'integer', example: 2 }) quantity: number;
  @ApiProperty({ example: 19.99, description: 'Price per piece when sold' }) unitPrice: number;
}

export class OpsOrder {
  @ApiProperty({ example: AN_ID }) id: string;
  @ApiProperty({ example: 'K123456789' }) number: string;
  @ApiProperty({ enum: ORDER_STATUSES, example: 'completed' }) status: OrderStatus;
  @ApiProperty({ example: 'ada@example.com' }) email: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The account that placed it' }) userId: string | null;
  @ApiProperty({ example: 'EUR' }) currency: string;
  @ApiProperty({ example: 39.98 }) total: number;
  @ApiProperty({ example: 0, description: 'Amount refunded' }) refunded: number;
  @ApiProperty({ example: 0, description: 'Charged back by lost disputes; not a refund' }) chargedBack: number;
  @ApiProperty({ type: OpsOrderCustomer, description: 'Data of the checkout form; null for an empty field' })
  customer: OpsOrderCustomer;
  @ApiProperty({ type: String, nullable: true, example: 'cs_test_a1b2' }) sessionId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'pi_3Nabc' }) paymentId: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why it is on hold, or disputed: `fraud warning` for a warning alone, `risk` where its timeline has the reasons',
  })
  holdReason: string | null;
  @ApiProperty({
    enum: MAIL_STATES,
    nullable: true,
    example: 'sent',
    description:
      'State of the mails to the buyer, by the latest of each kind: `refused`: there is no such address, correct it with PATCH /ops/orders/{order}/email; `dead`: given up, see GET /ops/queue/dead-letters; `waiting`: on its way; `sent`. null: there are none',
  })
  mailState: MailState | null;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:01:10.000Z' }) paidAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:01:12.000Z' }) completedAt: string | null;
  @ApiProperty({ type: [OpsOrderLine] }) lines: OpsOrderLine[];
}

class OpsOrderKey implements StaffKey {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the line, from 1' }) line: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Which key of the line, from 1' }) slot: number;
  @ApiProperty({ example: AN_ID }) keyId: string;
  @ApiProperty({ example: 'text' }) kind: string;
  @ApiProperty({ example: 'sold', description: '`burnt`: revoked after it may have been seen' }) state: string;
  @ApiProperty({ example: A_FINGERPRINT }) fingerprint: string;
}

class OpsTimelineEntry implements TimelineEntry {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:01:12.000Z' }) at: string;
  @ApiProperty({ enum: ['order', 'mail', 'reveal', 'payment', 'risk', 'supplier', 'staff'], example: 'order' })
  source: TimelineEntry['source'];
  @ApiProperty({ example: 'completed' }) what: string;
  @ApiProperty({ example: 'worker' }) by: string;
  @ApiProperty({ type: Object, example: {} }) data: Readonly<Record<string, unknown>>;
}

class OpsRefundLine {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the line, from 1' }) line: number;
  @ApiProperty({ type: [Number], example: [2], description: 'Which keys of the line, from 1' }) slots: number[];
}

class OpsOrderRefund {
  @ApiProperty({ example: AN_ID }) id: string;
  @ApiProperty({
    enum: REFUND_KINDS,
    example: 'pieces',
    description:
      '`pieces`: items with their keys; `goodwill`: an amount, the buyer keeps the keys; `external`: made at the provider, for an unknown purpose; `chargeback`: no refund, but the amount of a lost dispute',
  })
  kind: RefundKind;
  @ApiProperty({ type: [OpsRefundLine], description: 'Refunded pieces; empty for an amount' }) lines: OpsRefundLine[];
  @ApiProperty({ type: String, nullable: true, example: 'The buyer has it already', description: 'As the staff gave it' })
  reason: string | null;
  @ApiProperty({ example: 19.99 }) amount: number;
  @ApiProperty({
    enum: REFUND_STATES,
    example: 'done',
    description: '`asked`: the provider has not agreed yet; `failed`: made, and returned by the bank',
  })
  state: RefundState;
  @ApiProperty({ example: false, description: 'Whether it is unfinished: in progress, or failed and neither repeated nor abandoned' })
  isOpen: boolean;
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of refusals by the provider' }) tries: number;
  @ApiProperty({ type: String, nullable: true, example: null, description: "The provider's last refusal code" })
  refusal: string | null;
  @ApiProperty({ example: 'anna', description: 'The name of the key, or `worker`' }) by: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:01:12.000Z' }) at: string;
}

export class OpsOrderStory {
  @ApiProperty({ type: OpsOrder }) order: OpsOrder;
  @ApiProperty({ type: [OpsOrderKey], description: 'Without their secrets' }) keys: OpsOrderKey[];
  @ApiProperty({ type: [OpsOrderRefund], description: 'Oldest first' }) refunds: OpsOrderRefund[];
  @ApiProperty({ type: [OpsNote], description: 'Notes of staff, newest first, at most 100' }) notes: OpsNote[];
  @ApiProperty({ type: [OpsTimelineEntry], description: 'Oldest first' }) timeline: OpsTimelineEntry[];
}

export class OpsOrderList {
  @ApiProperty({ type: [OpsOrder] }) items: OpsOrder[];
}

export class SentAgain {
  @ApiProperty({ example: 'The keys are on their way.' }) message: string;
}

export function opsOrderView(order: StaffOrder): OpsOrder {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    email: order.email,
    userId: order.userId,
    currency: currencyCode(order.currency),
    total: toMajor(order.totalMinor),
    refunded: toMajor(order.refundedMinor),
    chargedBack: toMajor(order.chargedBackMinor),
    customer: order.customer,
    sessionId: order.sessionId,
    paymentId: order.paymentIntentId,
    holdReason: order.holdReason,
    mailState: order.mailState,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    lines: order.lines.map(({ productId, name, platform, quantity, unitMinor }, place) => ({
      line: place + 1,
      productId,
      name,
      platform,
      quantity,
      unitPrice: toMajor(unitMinor),
    })),
  };
}

export function opsKeyView({ line, slot, ...key }: StaffKey): OpsOrderKey {
  return { line: line + 1, slot: slot + 1, ...key };
}

export function opsRefundView({ pieces, amountMinor, askedBy, askedAt, ...refund }: Refund): OpsOrderRefund {
  const { id, kind, reason, state, isOpen, tries, refusal } = refund;
  const lines = [...Map.groupBy(pieces, ({ line }) => line)].map(([line, of]) => ({
    line: line + 1,
    slots: of.map(({ slot }) => slot + 1),
  }));
  const amount = toMajor(amountMinor);
  return { id, kind, lines, reason, amount, state, isOpen, tries, refusal, by: askedBy, at: askedAt.toISOString() };
}

export function orderFilter(
  { number, email, name, product, payment, fingerprint, status, from, to }: ExportQuery,
  calendar: ShopCalendar,
): OrderFilter {
  return {
    ...(number && { number }),
    ...(email && { email }),
    ...(name && { name }),
    ...(product && { product }),
    ...(payment && { payment }),
    ...(fingerprint && { fingerprint: Buffer.from(fingerprint, 'hex') }),
    ...(status && { status }),
    ...(from && { from: calendar.start(from) }),
    ...(to && { to: calendar.end(to) }),
  };
}
