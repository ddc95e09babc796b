import {
  chargedMinor,
  type Currency,
  CURRENCIES,
  currencyCode,
  MOST_PER_LINE,
  parseCurrency,
  readPrice,
  toMajor,
  type WirePrices,
} from '@keyturn/shop-rules';
import { BadRequestException } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { ProductCard } from '../../catalog/index.ts';
import type { CheckedCart, WantedLine } from '../application/check-cart.ts';

const MOST_LINES = 100;
const CURRENCY_CODES = CURRENCIES.map(currencyCode);

class CartItemDto {
  @ApiProperty({ description: 'kinguinId of a game, own id of a software', example: '1949' })
  _id: string;

  @ApiProperty({ enum: ['game', 'software'] })
  type: 'game' | 'software';
}

/** What the browser stores is what it sends: everything beside these fields is its own memory, accepted and ignored. */
export class CartLineDto {
  @ApiProperty({ type: CartItemDto })
  item: CartItemDto;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The prices that the browser remembers. Never charged; a difference is told as `repriced`.',
  })
  prices?: Record<string, unknown>;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_PER_LINE })
  quantity: number;
}

/** `EUR`, `eur` or `Eur` becomes `Eur`; what is no currency of the shop stays as it is and is refused below. */
export function IsShopCurrency(): PropertyDecorator {
  return (target, property) => {
    ApiProperty({ enum: CURRENCY_CODES, example: 'EUR' })(target, property);
    Transform(({ value }) => parseCurrency(value) ?? value)(target, property);
    IsIn(CURRENCIES, { message: `currency must be one of ${CURRENCY_CODES.join(', ')}.` })(target, property);
  };
}

export class CartDto {
  @ApiProperty({ type: [CartLineDto] })
  @ArrayMaxSize(MOST_LINES, { message: `cart must hold at most ${MOST_LINES} lines.` })
  @IsArray({ message: 'cart must be a list of cart lines.' })
  cart: CartLineDto[];

  @IsShopCurrency()
  currency: Currency;
}

export class CheckedLineDto {
  @ApiProperty()
  _id: string;

  @ApiProperty({ enum: ['game', 'software'] })
  type: 'game' | 'software';

  @ApiProperty({ enum: ['ok', 'adjusted', 'repriced', 'removed'] })
  status: string;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiPropertyOptional({ type: ProductCard, description: 'The product as it is offered now; absent when it is not.' })
  product?: ProductCard;

  @ApiPropertyOptional({ description: "True where the buyer's own bank transfer on its way holds what the line lacks." })
  heldByOwnTransfer?: boolean;
}

export class CheckedCartDto {
  @ApiProperty({ type: [CheckedLineDto] })
  lines: CheckedLineDto[];

  @ApiProperty({ description: 'Major units' })
  total: number;

  @ApiProperty({ enum: CURRENCY_CODES })
  currency: string;
}

/** Reads the lines of a cart. @throws BadRequestException that names the wrong field, `cart.2.quantity` */
export function wantedLines(cart: readonly unknown[], currency: Currency): WantedLine[] {
  return cart.map((line, index) => {
    const item = record(record(line)?.item);
    const quantity = record(line)?.quantity;
    const id = typeof item?._id === 'number' ? String(item._id) : item?._id;
    if (item === null) refuse(`cart.${index}.item`, 'A cart line must hold an item.');
    if (typeof id !== 'string' || !/^[\w]{1,64}$/.test(id))
      refuse(`cart.${index}.item._id`, 'The id of a cart line must be that of a product.');
    if (item?.type !== 'game' && item?.type !== 'software')
      refuse(`cart.${index}.item.type`, 'The type of a cart line must be game or software.');
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MOST_PER_LINE) {
      refuse(`cart.${index}.quantity`, `The quantity must be a whole number from 1 to ${MOST_PER_LINE}.`);
    }
    return { ref: { type: item.type, id }, quantity, rememberedMinor: rememberedMinor(item, record(record(line)?.prices), currency) };
  });
}

export function checkedCartView(cart: CheckedCart, cards: ReadonlyMap<string, ProductCard>, currency: Currency): CheckedCartDto {
  return {
    lines: cart.lines.map(({ ref, status, quantity, offer, isHeldByOwnTransfer }) => {
      const product = offer ? cards.get(offer.productId) : undefined;
      return {
        _id: ref.id,
        type: ref.type,
        status,
        quantity,
        ...(product && status !== 'removed' && { product }),
        ...(isHeldByOwnTransfer && { heldByOwnTransfer: true }),
      };
    }),
    total: toMajor(cart.totalMinor),
    currency: currencyCode(currency),
  };
}

function rememberedMinor(item: Record<string, unknown>, prices: Record<string, unknown> | null, currency: Currency): number | null {
  if (prices === null) return null;
  const wire = {
    sellPrice: prices.Eur,
    usdPrice: prices.Usd,
    plnPrice: prices.Pln,
    gbpPrice: prices.Gbp,
    is_discounted: item.is_discounted,
    new_price: item.new_price,
    usdPriceDiscounted: prices.usdPriceDiscounted,
    plnPriceDiscounted: prices.plnPriceDiscounted,
    gbpPriceDiscounted: prices.gbpPriceDiscounted,
  } as WirePrices;
  const price = readPrice(wire, currency);
  return price.currency === currency && price.listMinor > 0 ? chargedMinor(price) : null;
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

function refuse(field: string, message: string): never {
  throw new BadRequestException({ message, details: [{ field, message }] });
}
