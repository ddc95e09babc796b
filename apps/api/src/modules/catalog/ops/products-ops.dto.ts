import { COUNTRY_CODES, GENRES, PLATFORMS } from '@keyturn/shop-rules';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ConsentField, FlagFilter, IsAmount, LineField, TextField } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, FilterField, INSTANT_OR_DATE, IsInstant, OpsPaging, ReasonField } from '../../ops/index.ts';

const LONGEST_HTML = 200_000;
const LARGEST = 2_147_483_647;

/** A major amount with two decimals at most. */
function AmountField(example: number, what = 'The amount') {
  return applyDecorators(
    ApiPropertyOptional({ type: Number, minimum: 0.01, maximum: 1_000_000, example }),
    IsAmount({ message: `${what} must be a number with two decimals at most.` }),
    Min(0.01, { message: `${what} must be at least 0.01.` }),
    Max(1_000_000, { message: `${what} must be at most 1,000,000.` }),
    IsOptional(),
  );
}

/** A list of short texts. */
function WordsField(what: string, example: readonly string[], allowed?: readonly string[], most = 100) {
  return applyDecorators(
    ApiProperty({ type: [String], maxItems: most, example, ...(allowed && { enum: allowed, isArray: true }) }),
    IsArray({ message: `${what} must be a list.` }),
    ArrayMaxSize(most, { message: `${what} must be at most ${most}.` }),
    IsString({ each: true, message: `${what} must be texts.` }),
    MaxLength(200, { each: true, message: `Each of ${what.toLowerCase()} must be at most 200 characters long.` }),
    ...(allowed ? [IsIn(allowed, { each: true, message: `${what} must be among those of the shop.` })] : []),
  );
}

const START_OF_DAY = "A date without a time: from that day's first moment on, in the shop's time zone (SHOP_TIME_ZONE)";
const END_OF_DAY = "A date without a time: to the end of that day in the shop's time zone (SHOP_TIME_ZONE), the day included";

/** Start or end of a period. Required unless `leftOut` describes its default. */
function TimeField(name: string, example: string, description: string, leftOut?: string) {
  const isInstant = IsInstant(`${name} must be a day or a time such as ${example} or ${example}T10:00:00Z.`);
  const property = { ...INSTANT_OR_DATE, example };
  return leftOut === undefined
    ? applyDecorators(ApiProperty({ ...property, description }), isInstant)
    : applyDecorators(ApiPropertyOptional({ ...property, description: `${description}. Left out: ${leftOut}` }), isInstant, IsOptional());
}

/** A text that may be none. */
function NullableLine(what: string, most: number, example: string | null) {
  return applyDecorators(
    LineField(what, most),
    ValidateIf((_body, value) => value !== null),
    ApiProperty({ type: String, nullable: true, maxLength: most, example }),
  );
}

function HtmlField(what: string, example: string) {
  return applyDecorators(
    TextField(what, { most: LONGEST_HTML }),
    ApiProperty({ maxLength: LONGEST_HTML, example, description: 'HTML; unsafe markup is removed' }),
  );
}

class ProductBody {
  @LineField('The name', 300)
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' })
  name: string;

  @NullableLine('The original name', 300, 'Elden Ring') originalName: string | null;

  @LineField('The title', 300)
  @ApiProperty({ example: 'Buy Elden Ring for Steam' })
  title: string;

  @LineField('The meta description', 500)
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key: delivered by e-mail within seconds after the payment.' })
  metaDescription: string;

  @HtmlField('The description', '<p>Rise, Tarnished.</p>') description: string;
  @HtmlField('The notes', '') notes: string;

  @ApiProperty({ enum: PLATFORMS, example: 'Steam' })
  @IsIn(PLATFORMS, { message: 'The platform must be one of the shop.' })
  platform: string;

  @LineField('The category', 60)
  @ApiProperty({ example: 'Game' })
  category: string;

  @WordsField('Genres', ['Action', 'RPG'], GENRES) genres: string[];
  @NullableLine('The age rating', 40, 'PEGI 16') ageRating: string | null;

  @ApiProperty({ type: String, format: 'date', nullable: true, example: '2022-02-25' })
  @Matches(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { message: 'The release date must look like 2022-02-25.' })
  @IsISO8601({ strict: true }, { message: 'The release date must be a day that exists.' })
  @ValidateIf((_body, value) => value !== null)
  releaseDate: string | null;

  @WordsField('Developers', ['FromSoftware']) developers: string[];
  @WordsField('Publishers', ['Bandai Namco']) publishers: string[];
  @WordsField('Languages', ['English', 'Polish']) languages: string[];
  @WordsField('Regions', ['Europe']) regions: string[];

  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, example: 1, description: "The supplier's number of the region; null: none" })
  @Max(LARGEST, { message: 'The region is too large a number.' })
  @Min(0, { message: 'The region must be 0 or more.' })
  @IsInt({ message: 'The region must be a whole number, or null.' })
  @ValidateIf((_body, value) => value !== null)
  regionId: number | null;

  @NullableLine("The supplier's name of the region", 100, 'Europe') regionalLimitations: string | null;

  /** In these keys can NOT be activated: two-letter codes (ISO 3166), upper case. */
  @WordsField('Excluded countries', ['PT'], COUNTRY_CODES, COUNTRY_CODES.length)
  countryLimitation: string[];

  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, example: 3, description: 'Pieces in one cart; null: no limit of its own' })
  @Max(LARGEST, { message: 'The limit is too large.' })
  @Min(1, { message: 'The limit must be at least 1, or null.' })
  @IsInt({ message: 'The limit must be a whole number, or null.' })
  @ValidateIf((_body, value) => value !== null)
  limitPerBasket: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 80, description: 'Default order of lists' })
  @Max(LARGEST, { message: 'The popularity is too large.' })
  @Min(0, { message: 'The popularity must be 0 or more.' })
  @IsInt({ message: 'The popularity must be a whole number.' })
  popularity: number;

  @ApiProperty({ example: false, description: 'Hidden products are not listed and cannot be bought' })
  @IsBoolean({ message: 'isHidden must be true or false.' })
  isHidden: boolean;
}

export class ChangeProductBody extends PartialType(ProductBody, { skipNullProperties: false }) {
  @ReasonField('The supplier changed the region') reason: string;
}

export class Amounts {
  @AmountField(19.99) eur?: number;
  @AmountField(21.99) usd?: number;
  @AmountField(85.49) pln?: number;
  @AmountField(16.99) gbp?: number;
}

export class PriceBody extends Amounts {
  @TimeField('startsAt', '2026-12-01', START_OF_DAY, 'at once') startsAt?: string;
  @TimeField('endsAt', '2026-12-24', END_OF_DAY, 'for good') endsAt?: string;
  @ConsentField('Owners only: charge less than the product costs the shop') belowCost?: boolean;
  @ConsentField('Confirms more than 90 % off') confirm?: boolean;
  @ReasonField('As cheap as the neighbours') reason: string;
}

class NewPrice extends Amounts {
  @ApiProperty({ type: Number, minimum: 0.01, maximum: 1_000_000, example: 19.99 })
  @Max(1_000_000, { message: 'The price must be at most 1,000,000.' })
  @Min(0.01, { message: 'The price must be at least 0.01.' })
  @IsAmount({ message: 'The price in euros is needed.' })
  @ValidateIf(() => true)
  declare eur: number;
}

export class NewProductBody extends ChangeProductBody {
  @LineField('The name', 300)
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' })
  declare name: string;

  @ApiProperty({ enum: PLATFORMS, example: 'Steam' })
  @IsIn(PLATFORMS, { message: 'The platform must be one of the shop.' })
  declare platform: string;

  @ApiProperty({ enum: ['game', 'software'], example: 'game' })
  @IsIn(['game', 'software'], { message: 'The type must be game or software.' })
  type: 'game' | 'software';

  @ApiProperty({ type: NewPrice, example: { eur: 19.99 }, description: 'Euros are needed; the rest follows by the exchange rates' })
  @Type(() => NewPrice)
  @ValidateNested()
  @IsObject({ message: 'The price is needed.' })
  price: NewPrice;
}

export class ProductsQuery extends OpsPaging {
  @FilterField('Words of the name, a kinguinId or an own id', 'elden ring') q?: string;
  @ChoiceField(PLATFORMS, 'Of this platform') platform?: string;

  @FlagFilter('true: hidden ones only; false: shown ones only')
  hidden?: boolean;
}

export class SaleBody {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 99,
    description: 'Percent off the list price, not the current price; or give amounts',
  })
  @Max(99, { message: 'At most 99 percent can be off.' })
  @Min(1, { message: 'At least 1 percent must be off.' })
  @IsInt({ message: 'The percent must be a whole number.' })
  @IsOptional()
  percent?: number;

  @ApiPropertyOptional({
    type: Amounts,
    example: { eur: 14.99 },
    description: 'Price during the sale; other currencies are derived from the euro amount',
  })
  @Type(() => Amounts)
  @ValidateNested()
  @IsObject({ message: 'Amounts must be an object.' })
  @IsOptional()
  amounts?: Amounts;

  @TimeField('startsAt', '2026-11-27', START_OF_DAY, 'at once') startsAt?: string;
  @TimeField('endsAt', '2026-11-30', END_OF_DAY) endsAt: string;
  @ConsentField('Owners only: charge less than the product costs the shop') belowCost?: boolean;
  @ConsentField('Confirms more than 90 % off') confirm?: boolean;
  @ReasonField('Black Friday') reason: string;
}

export class SalesBody extends SaleBody {
  @ApiProperty({ type: [String], minItems: 1, maxItems: 500, example: ['24532', '38506'], description: 'kinguinIds or own ids' })
  @ArrayMaxSize(500, { message: 'At most 500 products at once.' })
  @ArrayMinSize(1, { message: 'Name at least one product.' })
  @MaxLength(40, { each: true, message: 'A product is named by its kinguinId or its own id.' })
  @IsString({ each: true, message: 'A product is named by text: its kinguinId or its own id.' })
  @IsArray({ message: 'Products must be a list.' })
  products: string[];
}

export class FileForm {
  @ApiProperty({ type: 'string', format: 'binary' }) file: unknown;
}
