import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { FlagFilter, LineField } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, InstantField, OpsPaging, ReasonField } from '../../ops/index.ts';
import { BREAKER_STATES, type BreakerState, SUPPLIER_NAMES, type SupplierName } from '../application/ports.ts';
import { PURCHASE_STATES, type PurchaseState } from '../application/purchases.ts';
import { ReturnView } from './returns/returns-ops.dto.ts';
import { SYNC_KINDS, SYNC_STATES, type SyncKind, type SyncState } from '../application/feeds/syncs.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const TIME = { type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:00:00.000Z' } as const;
const MOST_PRODUCTS = 2_147_483_647;
const PRODUCTS_SENTENCE = { message: 'It must be a number of products.' };
const COUNT = { type: 'integer', example: 0 } as const;

const SUPPLIER_CONDITIONS = ['off', 'paused', 'unreachable', 'on'] as const;
export type SupplierCondition = (typeof SUPPLIER_CONDITIONS)[number];

export class SyncView {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ enum: SYNC_KINDS, example: 'all', description: 'changes: what changed since the one before, by the schedule' })
  kind: SyncKind;
  @ApiProperty({ enum: SYNC_STATES, example: 'done' }) state: SyncState;
  @ApiProperty({ ...COUNT, example: 1200 }) products: number;
  @ApiProperty({ ...COUNT, example: 1850 }) offers: number;
  @ApiProperty({ ...COUNT, description: 'Products and offers that cannot be read' }) skipped: number;
  @ApiProperty({ ...COUNT, description: 'Offers that the supplier has no more' }) removed: number;
  @ApiProperty({ ...COUNT, example: 12, description: 'Products with another price of the shop' }) repriced: number;
  @ApiProperty({ ...COUNT, description: 'Products that are new in the catalogue' }) created: number;
  @ApiProperty({ ...COUNT, description: 'Products that changed in the catalogue' }) updated: number;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why it was interrupted, or failed' }) failure: string | null;
  @ApiProperty({ example: 'ada', description: 'Who asked for it, or `schedule`' }) askedBy: string;
  @ApiProperty({ ...TIME, nullable: false }) createdAt: Date;
  @ApiProperty(TIME) finishedAt: Date | null;
}

export class SupplierItem {
  @ApiProperty({ enum: SUPPLIER_NAMES, example: 'kinguin' }) name: SupplierName;
  @ApiProperty({
    enum: SUPPLIER_CONDITIONS,
    example: 'on',
    description: 'off: without credentials; unreachable: the latest check failed',
  })
  state: SupplierCondition;
  @ApiProperty({ type: Number, nullable: true, example: 1250.5, description: 'Euros, at the latest check that did not fail' })
  balance: number | null;
  @ApiProperty({ type: String, enum: BREAKER_STATES, nullable: true, example: 'closed', description: 'At the latest check' })
  breaker: BreakerState | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why the latest check failed' }) failure: string | null;
  @ApiProperty(TIME) checkedAt: Date | null;
  @ApiProperty({ ...TIME, description: 'End of the latest complete synchronisation' }) feedAt: Date | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 340, description: 'Age of the feed' }) feedAgeSeconds: number | null;
  @ApiProperty({ ...COUNT, example: 1850 }) offers: number;
  @ApiProperty({ ...COUNT, description: 'Purchases that are to bring keys' }) ordersOpen: number;
  @ApiProperty({
    ...COUNT,
    description: 'Purchases that were refused, cancelled or refunded within 24 hours, without those that staff recorded as not made',
  })
  ordersFailed: number;
  @ApiProperty({ type: String, nullable: true, example: null }) pausedBy: string | null;
  @ApiProperty({ type: SyncView, nullable: true, description: 'The latest synchronisation' }) sync: SyncView | null;
}

export class SuppliersAnswer {
  @ApiProperty({ type: [SupplierItem] }) items: SupplierItem[];
}

export class OffersQuery extends OpsPaging {
  @ChoiceField(['0'], 'Only of products of which the shop has no key of its own') ownStock?: '0';
  @FlagFilter('true: only offers of products that the shop has; false: only the others') linked?: boolean;
}

export class OfferItem {
  @ApiProperty({ example: '5f7efe3b369b4a0001c5b46f' }) offerId: string;
  @ApiProperty({ example: '1949', description: 'The supplier’s own id of the product' }) supplierProduct: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 1949 }) kinguinId: number | null;
  @ApiProperty({ type: String, nullable: true, example: ID, description: 'Own id of the product; null: the shop has none' })
  productId: string | null;
  @ApiProperty({ example: 'Counter-Strike: Source Steam CD Key' }) name: string;
  @ApiProperty({ type: Number, example: 5.79, description: 'For one key' }) price: number;
  @ApiProperty({ enum: ['EUR'], example: 'EUR' }) currency: 'EUR';
  @ApiProperty({ type: 'integer', example: 149 }) qty: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 0, description: 'Keys that lists show; null: no product of the shop' })
  ownStock: number | null;
  @ApiProperty({ ...TIME, nullable: false }) seenAt: Date;
}

export class PurchasesQuery extends OpsPaging {
  @ChoiceField(PURCHASE_STATES, 'In this state') state?: PurchaseState;
}

export class ReportQuery {
  @InstantField('Completed from this moment on') from?: string;
  @InstantField('Completed before this moment') to?: string;
}

class ReplacedPiece {
  @ApiProperty({ type: 'integer', example: 1, description: 'Line of the order, from 1' }) line: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Key of the line, from 1' }) slot: number;
}

export class PurchaseItem {
  @ApiProperty({ example: ID, description: 'The reference that the supplier has' }) id: string;
  @ApiProperty({ enum: PURCHASE_STATES, example: 'complete' }) state: PurchaseState;
  @ApiProperty({ example: ID, description: 'The order that it was made for' }) orderId: string;
  @ApiProperty({ example: ID }) productId: string;
  @ApiProperty({ example: '5f7efe3b369b4a0001c5b46f' }) offerId: string;
  @ApiProperty({ type: String, nullable: true, example: 'PHS84FJAG5U', description: 'The supplier’s own id' }) supplierOrderId:
    string | null;
  @ApiProperty({ ...COUNT, example: 1 }) quantity: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'Keys that came' }) keys: number;
  @ApiProperty({ ...COUNT, description: 'Keys among them that the shop had before: complain at the supplier' }) knownKeys: number;
  @ApiProperty({ type: ReplacedPiece, nullable: true, description: 'The key that it is to replace; null: it is for a backorder' })
  replaces: ReplacedPiece | null;
  @ApiProperty({ type: Number, example: 5.79, description: 'Euros; the most that one key may cost' }) price: number;
  @ApiProperty({ type: Number, example: 7.2, description: 'Euros; what the buyer paid for one key' }) charged: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 5.79,
    description: 'Euros; what all keys that came cost, as agreed where the supplier does not say',
  })
  cost: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 1.41,
    description:
      'Euros; what the buyer paid for the keys and has not got back, less what they cost and was not paid back. Null until it is complete or ended. Keys that the shop had before, and replacements, only cost',
  })
  margin: number | null;
  @ApiProperty({ type: ReturnView, nullable: true, description: 'How its keys go back to the supplier; null: they do not' })
  returned: ReturnView | null;
  @ApiProperty({ type: String, nullable: true, example: null }) failure: string | null;
  @ApiProperty({ ...TIME, nullable: false }) createdAt: Date;
  @ApiProperty(TIME) sentAt: Date | null;
  @ApiProperty(TIME) closedAt: Date | null;
}

export class SupplierReasonBody {
  @ReasonField('Their keys of this week are used') reason: string;
}

export class SyncBody extends SupplierReasonBody {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MOST_PRODUCTS,
    example: 60,
    description:
      'Where it sees at least so many products, offers that it does not see are removed, also where that is no product, or less than half of more than 20 that are stored',
  })
  @IsInt(PRODUCTS_SENTENCE)
  @Min(0, PRODUCTS_SENTENCE)
  @Max(MOST_PRODUCTS, PRODUCTS_SENTENCE)
  @IsOptional()
  acceptFewer?: number;
}

export class LinkBody {
  @LineField('The product', 60)
  @ApiProperty({ example: '24532', description: 'kinguinId, or the own id of software' })
  product: string;

  @ReasonField('The same edition and region, compared by hand') reason: string;
}

export class SyncAnswer {
  @ApiProperty({ example: ID, description: 'Of the synchronisation; `GET /ops/suppliers` shows its progress' }) sync: string;
}
