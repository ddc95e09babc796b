import {
  type Activation,
  activationPhrase,
  chargedMinor,
  type Currency,
  CURRENCIES,
  currencyCode,
  MOST_PER_LINE,
  parseCurrency,
  readPrice,
  toMajor,
  type PriceTable,
  type WirePrices,
  writePrices,
} from '@keyturn/shop-rules';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ProductCard } from '../../catalog/index.ts';
import type { CheckedCart, WantedLine } from '../application/check-cart.ts';

const MOST_LINES = 100;
const CURRENCY_CODES = CURRENCIES.map(currencyCode);

const COUNTRY = { message: 'The country must be a code of two letters or a name.' };
const QUANTITY = { message: `The quantity must be a whole number from 1 to ${MOST_PER_LINE}.` };

class CartItemDto {
  @ApiProperty({ description: 'kinguinId of a game, own id of a software', example: '1949' })
  @Matches(/^\w{1,64}$/, { message: 'The id of a cart line must be that of a product.' })
  _id: string;

  @ApiProperty({ enum: ['game', 'software'] })
  @IsIn(['game', 'software'], { message: 'The type of a cart line must be game or software.' })
  type: 'game' | 'software';

  /** With `new_price`: the discount stored by the browser, in any form. */
  @Allow()
  is_discounted: unknown;

  @Allow()
  new_price: unknown;
}

/** The browser sends what it stores: other fields are accepted and ignored. */
export class CartLineDto {
  @ApiProperty({ type: CartItemDto })
  @ValidateNested()
  @IsObject({ message: 'A cart line must hold an item.' })
  item: CartItemDto;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The prices stored by the browser. Never charged; a difference gives `repriced`.',
  })
  @Allow()
  prices?: Record<string, unknown> | null;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_PER_LINE })
  @Max(MOST_PER_LINE, QUANTITY)
  @Min(1, QUANTITY)
  @IsInt(QUANTITY)
  quantity: number;
}

/** `EUR`, `eur` or `Eur` becomes `Eur`; any other text is left as it is and refused by validation. */
function IsShopCurrency(): PropertyDecorator {
  return (target, property) => {
    ApiProperty({ enum: CURRENCY_CODES, example: 'EUR' })(target, property);
    Transform(({ value }) => parseCurrency(value) ?? value)(target, property);
    IsIn(CURRENCIES, { message: `currency must be one of ${CURRENCY_CODES.join(', ')}.` })(target, property);
  };
}

export class PricedCartDto {
  @ApiProperty({ type: [CartLineDto] })
  // One beyond the limit refuses the cart: validation would look at each of the others, too.
  @Transform(({ value }) => (Array.isArray(value) ? value.slice(0, MOST_LINES + 1).map(cartLine) : (value as unknown)))
  @ValidateNested()
  @ArrayMaxSize(MOST_LINES, { message: `cart must hold at most ${MOST_LINES} lines.` })
  @IsArray({ message: 'cart must be a list of cart lines.' })
  cart: CartLineDto[];

  @IsShopCurrency()
  currency: Currency;
}

export class CartDto extends PricedCartDto {
  @ApiPropertyOptional({
    maxLength: 60,
    example: 'PL',
    description:
      'Where the keys will be activated: a code of two letters or an English name. Another text, or none: the country that the proxy names (`COUNTRY_HEADER`).',
  })
  @MaxLength(60, COUNTRY)
  @IsString(COUNTRY)
  @IsOptional()
  country?: string;
}

export class CustomerLimitDto {
  @ApiProperty({ type: 'integer', description: 'Pieces of the product for one customer' }) pieces: number;
  @ApiProperty({ type: 'integer', description: 'In so many days' }) days: number;
}

export class CheckedLineDto {
  @ApiProperty()
  _id: string;

  @ApiProperty({ enum: ['game', 'software'] })
  type: 'game' | 'software';

  @ApiProperty({
    enum: ['ok', 'adjusted', 'repriced', 'region', 'removed'],
    description: '`region`: its keys cannot be activated in the country',
  })
  status: string;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiPropertyOptional({ type: ProductCard, description: 'The current offer; absent if there is none.' })
  product?: ProductCard;

  @ApiPropertyOptional({
    enum: ['yes', 'no', 'unknown'],
    description: 'Whether its keys activate in the country; absent for a removed line',
  })
  activation?: Activation;

  @ApiPropertyOptional({ example: 'Europe, except Portugal', description: 'Where its keys activate; absent for a removed line' })
  activatesIn?: string;

  @ApiPropertyOptional({ description: "True if the buyer's own pending bank transfer reserves the missing keys." })
  heldByOwnTransfer?: boolean;

  @ApiPropertyOptional({ type: CustomerLimitDto, description: 'The limit per customer that leaves fewer pieces than were asked for' })
  customerLimit?: CustomerLimitDto;
}

export class CheckedCartDto {
  @ApiProperty({ type: [CheckedLineDto] })
  lines: CheckedLineDto[];

  @ApiProperty({ description: 'Major units' })
  total: number;

  @ApiProperty({ enum: CURRENCY_CODES })
  currency: string;

  @ApiProperty({ description: 'Whether the checkout takes lines of status `region` with `regionAccepted`' })
  otherRegionAllowed: boolean;
}

export function wantedLines(cart: readonly CartLineDto[], currency: Currency): WantedLine[] {
  return cart.map(({ item, prices, quantity }) => ({
    ref: { type: item.type, id: item._id },
    quantity,
    rememberedMinor: rememberedMinor(item, prices ?? null, currency),
  }));
}

interface CartView {
  readonly cards: ReadonlyMap<string, ProductCard>;
  readonly currency: Currency;
  readonly allowsOtherRegion: boolean;
}

export function checkedCartView(cart: CheckedCart, { cards, currency, allowsOtherRegion }: CartView): CheckedCartDto {
  return {
    lines: cart.lines.map(({ ref, status, activation, quantity, offer, isHeldByOwnTransfer, customerLimit }) => {
      const product = offer ? cards.get(offer.productId) : undefined;
      return {
        _id: ref.id,
        type: ref.type,
        status,
        quantity,
        ...(product && offer && status !== 'removed' && { product: withPrices(product, offer.prices) }),
        ...(offer && status !== 'removed' && { activation, activatesIn: activationPhrase(offer.activation) }),
        ...(isHeldByOwnTransfer && { heldByOwnTransfer: true }),
        ...(customerLimit && { customerLimit: { ...customerLimit } }),
      };
    }),
    total: toMajor(cart.totalMinor),
    currency: currencyCode(currency),
    otherRegionAllowed: allowsOtherRegion,
  };
}

/** Lists show a change of price up to two seconds later than it is charged: here the two are compared. */
function withPrices(card: ProductCard, prices: PriceTable): ProductCard {
  const isSame = CURRENCIES.every((currency) => {
    const { listMinor, discountedMinor } = readPrice(card, currency);
    return listMinor === prices[currency].listMinor && discountedMinor === prices[currency].discountedMinor;
  });
  return isSame ? card : { ...card, ...writePrices(prices) };
}

function rememberedMinor(item: CartItemDto, prices: Record<string, unknown> | null, currency: Currency): number | null {
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

/** Picks the known fields of a line, so that validation does not refuse the others. An id may come as a number. */
function cartLine(line: unknown): CartLineDto {
  const { item, prices, quantity } = record(line) ?? {};
  return Object.assign(new CartLineDto(), { item: cartItem(record(item)), prices: record(prices), quantity });
}

function cartItem(item: Record<string, unknown> | null): CartItemDto | null {
  if (item === null) return null;
  const { _id, type, is_discounted, new_price } = item;
  return Object.assign(new CartItemDto(), { _id: typeof _id === 'number' ? String(_id) : _id, type, is_discounted, new_price });
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
