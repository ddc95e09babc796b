import { currencyCode, toMajor } from '@keyturn/shop-rules';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { MayBeLeftOut } from '../../../../platform/http/requests/fields.ts';
import type { KeySecret, RevealedKeys } from '../../../stock/index.ts';
import type { MadeRefund } from '../../application/ops/staff-orders.ts';
import { countByLine, type Piece } from '../../domain/pieces.ts';
import type { OrderSummary } from '../../application/order-reads.ts';
import { SHOWN_STATUSES, type ShownStatus, shownStatus } from './shown-status.ts';
import type { OrderLine } from '../../domain/order.ts';

class OrderImageUrl {
  @ApiProperty() url: string;
}

class OrderImages {
  @ApiProperty({ type: OrderImageUrl }) cover: OrderImageUrl;
}

class OrderedGame {
  @ApiProperty() name: string;
  @ApiProperty({ type: 'integer' }) kinguinId: number;
  @ApiProperty({ type: OrderImages }) images: OrderImages;
}

class OrderedSoftware {
  @ApiProperty() productName: string;
  @ApiProperty() coverImageOriginal: string;
  @ApiProperty({ description: 'List price of one piece' }) price: number;
  @ApiProperty({ description: 'Price per piece when sold' }) new_price: number;
  @ApiProperty() is_discounted: boolean;
}

class OrderedProduct {
  @ApiProperty({ type: 'integer', description: 'Pieces' }) qte: number;
  @ApiProperty({ description: 'Price per piece when sold' }) price: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Refunded pieces: their keys are no longer valid' })
  refundedQte?: number;
  @ApiPropertyOptional({ type: OrderedGame, description: 'A game' }) KinguinProduct?: OrderedGame;
  @ApiPropertyOptional({ type: OrderedSoftware, description: 'A software' }) product?: OrderedSoftware;
}

@ApiSchema({ name: 'Order' })
export class OrderAnswer {
  @ApiProperty() _id: string;
  @ApiProperty({ description: "The supplier's order number where a supplier filled the order, else the shop's own" })
  kinguinOrderId: string;
  @ApiPropertyOptional({ description: "The shop's own order number, as mails have it, where `kinguinOrderId` is the supplier's" })
  number?: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt: string;
  @ApiProperty({ enum: ['EUR', 'USD', 'PLN', 'GBP'] }) currency: string;
  @ApiProperty({ description: 'Total paid' }) total: number;
  @ApiProperty({
    enum: SHOWN_STATUSES,
    description:
      '`Processing`: paid, but keys are missing. `On hold`: paid, and a person looks at it before its keys are sent, or the money goes back. `Refunded`: all of it, or lost to a dispute (`isChargedBack`)',
  })
  status: ShownStatus;
  @ApiPropertyOptional({ description: 'Amount refunded, if any' }) refunded?: number;
  @ApiPropertyOptional({ description: 'Amount charged back by disputes, if any' }) chargedBack?: number;
  @ApiPropertyOptional({ description: 'True where the bank took the rest of the payment: no refund, though `status` is `Refunded`' })
  isChargedBack?: boolean;
  @ApiProperty({ type: [OrderedProduct] }) products: OrderedProduct[];
}

class OrderKey {
  @ApiProperty({ description: 'The name of the product' }) name: string;
  @ApiProperty() platform: string;
  @ApiProperty({ enum: ['text', 'account', 'image'] }) kind: 'text' | 'account' | 'image';
  @ApiPropertyOptional({ description: 'Of a text' }) key?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) login?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) password?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) mail?: string;
  @ApiPropertyOptional({ description: 'For an image: a data URL' }) image?: string;
}

@ApiSchema({ name: 'OrderKeys' })
export class OrderKeysAnswer {
  @ApiProperty({ type: OrderAnswer }) order: OrderAnswer;
  @ApiProperty({ type: [OrderKey], description: 'In the order of the products; empty while keys are missing, or after a refund' })
  keys: OrderKey[];
  @ApiPropertyOptional({ example: '0-12', description: 'Where other keys follow these: `after` of the next call' }) next?: string;
}

export class KeysAfter {
  @ApiPropertyOptional({ example: '0-12', description: '`next` of the answer before: the keys that follow those' })
  @MayBeLeftOut()
  @Matches(/^\d{1,3}-\d{1,3}$/, { message: 'after must be the next of an answer before.' })
  after?: string;

  piece(): Piece | undefined {
    const [line, slot] = (this.after ?? '').split('-').map(Number);
    return line === undefined || slot === undefined ? undefined : { line, slot };
  }
}

export class StartedOrder {
  @ApiProperty({ type: String, nullable: true, description: "Token of the order's page; null until the payment has arrived" })
  token: string | null;
}

export class ResendAnswer {
  @ApiProperty() message: string;
}

/** @param supplierNumber of the first order of a supplier that brought keys for it, if any */
export function orderView(
  order: OrderSummary,
  made: readonly MadeRefund[],
  supplierNumber: string | undefined,
  apiOrigin: string,
): OrderAnswer {
  const refunded = countByLine(made.flatMap(({ kind, pieces }) => (kind === 'chargeback' ? [] : pieces)));
  return {
    _id: order.id,
    kinguinOrderId: supplierNumber ?? order.number,
    ...(supplierNumber !== undefined && { number: order.number }),
    createdAt: order.createdAt.toISOString(),
    currency: currencyCode(order.currency),
    total: toMajor(order.totalMinor),
    status: shownStatus(order),
    ...(order.refundedMinor > 0 && { refunded: toMajor(order.refundedMinor) }),
    ...(order.chargedBackMinor > 0 && { chargedBack: toMajor(order.chargedBackMinor) }),
    ...(order.status === 'charged_back' && { isChargedBack: true }),
    products: order.lines.map((line, number) => ({
      qte: line.quantity,
      price: toMajor(line.unitMinor),
      ...(refunded.has(number) && { refundedQte: refunded.get(number) }),
      ...productView(line, line.coverImage ? `${apiOrigin}/${line.coverImage}` : ''),
    })),
  };
}

export function orderKeysView(
  order: OrderSummary,
  made: readonly MadeRefund[],
  { keys, hasMore }: RevealedKeys,
  supplierNumber: string | undefined,
  apiOrigin: string,
): OrderKeysAnswer {
  const last = keys.at(-1);
  return {
    order: orderView(order, made, supplierNumber, apiOrigin),
    keys: keys.map(({ line, secret }) => ({
      name: order.lines[line]?.name ?? '',
      platform: order.lines[line]?.platform ?? '',
      kind: secret.kind,
      ...secretView(secret),
    })),
    ...(hasMore && last && { next: `${last.line}-${last.slot}` }),
  };
}

function productView(line: OrderLine, cover: string): Pick<OrderedProduct, 'KinguinProduct' | 'product'> {
  if (line.ref.type === 'game')
    return { KinguinProduct: { name: line.name, kinguinId: Number(line.ref.id), images: { cover: { url: cover } } } };
  const price = toMajor(line.listMinor);
  const new_price = toMajor(line.unitMinor);
  return { product: { productName: line.name, coverImageOriginal: cover, price, new_price, is_discounted: new_price < price } };
}

function secretView(secret: KeySecret): Omit<OrderKey, 'name' | 'platform' | 'kind'> {
  switch (secret.kind) {
    case 'text':
      return { key: secret.key };
    case 'account':
      return { login: secret.login, password: secret.password, mail: secret.mail };
    case 'image':
      return { image: `data:${secret.mediaType};base64,${secret.base64}` };
  }
}
