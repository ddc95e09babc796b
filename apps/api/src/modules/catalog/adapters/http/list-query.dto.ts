import { countryCode, type Currency, DEFAULT_CURRENCY, findGenre, type Genre, GENRES, parseCurrency, toMinor } from '@keyturn/shop-rules';
import { BadRequestException } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { type ListFilter, LIST_ORDERS } from '../../application/catalogue-reads.ts';

const LARGEST_MINOR = 2_147_483_647;
const LARGEST_PAGE = 999_999_999;
const LARGEST_LIMIT = 100;
const wholeNumber = /^(\d{1,9})?$/;
const amount = /^(\d{1,12}(\.\d{1,12})?)?$/;
const orders = [...LIST_ORDERS, 'relevance'] as const;
const COUNTRY_NEEDED = 'The country must be a code of two letters, such as PL.';
const CURRENCY_NEEDED = 'The currency must be EUR, USD, PLN or GBP.';

/** A rule for one field of the query, which may depend on others. */
function Rule(message: string, isMet: (text: string, query: ProductListQuery) => boolean): PropertyDecorator {
  const validate = (value: unknown, of?: ValidationArguments) =>
    isMet(typeof value === 'string' ? value : '', of?.object as ProductListQuery);
  return ValidateBy({ name: 'rule', validator: { validate } }, { message });
}

/** The query value is a number from 1 to `most`, or empty. */
const isFromOneTo = (text: string, most: number) => text === '' || (Number(text) >= 1 && Number(text) <= most);

/** Filters of lists, from the query. An empty value counts as absent. */
export class ProductListQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'From 1' })
  @IsOptional()
  @Rule(`The page must be a whole number from 1 to ${LARGEST_PAGE}.`, (text) => isFromOneTo(text, LARGEST_PAGE))
  @Matches(wholeNumber, { message: 'The page must be a whole number from 1.' })
  page?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Read where `page` is absent' })
  @IsOptional()
  @Rule(`The page must be a whole number from 1 to ${LARGEST_PAGE}.`, (text) => isFromOneTo(text, LARGEST_PAGE))
  @Matches(wholeNumber, { message: 'The page must be a whole number from 1.' })
  currentPage?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: LARGEST_LIMIT })
  @IsOptional()
  @Rule(`The limit must be a whole number from 1 to ${LARGEST_LIMIT}.`, (text) => isFromOneTo(text, LARGEST_LIMIT))
  @Matches(wholeNumber, { message: 'The limit must be a whole number from 1 to 100.' })
  limit?: string;

  @ApiPropertyOptional({ description: 'Comma list; a product matches with any of them' })
  @IsOptional()
  @Rule(`The genre must be one of ${GENRES.join(', ')}.`, (text) => namesIn(text).every((name) => findGenre(name) !== null))
  @MaxLength(1000, { message: 'The list of genres is too long.' })
  @IsString({ message: 'Genres must be one comma list.' })
  genres?: string;

  @ApiPropertyOptional({ type: Number, minimum: 0, description: 'Inclusive, in `currency`' })
  @IsOptional()
  @Rule('The lowest price must not be above the highest.', (text, { maxPrice }) => !(lowestMinor(text) > highestMinor(maxPrice)))
  @Matches(amount, { message: 'The lowest price must be a number from 0.' })
  minPrice?: string;

  @ApiPropertyOptional({ type: Number, minimum: 0, description: 'Inclusive, in `currency`' })
  @IsOptional()
  @Matches(amount, { message: 'The highest price must be a number from 0.' })
  maxPrice?: string;

  @ApiPropertyOptional({ description: 'EUR, USD, PLN or GBP in any letter case; EUR when absent' })
  @IsOptional()
  @Rule(CURRENCY_NEEDED, (text) => text === '' || parseCurrency(text) !== null)
  @IsString({ message: CURRENCY_NEEDED })
  currency?: string;

  @ApiPropertyOptional({
    example: 'PL',
    description: 'Only products whose keys activate in this country: a code of two letters (ISO 3166) or an English name',
  })
  @IsOptional()
  @Rule(COUNTRY_NEEDED, (text) => text === '' || countryCode(text) !== null)
  @MaxLength(60, { message: COUNTRY_NEEDED })
  @IsString({ message: COUNTRY_NEEDED })
  country?: string;

  @ApiPropertyOptional({ enum: orders, description: '`relevance` is for searching, and its default' })
  @IsOptional()
  @IsIn([...orders, ''], { message: `The order must be one of ${orders.join(', ')}.` })
  sort?: string;
}

export function readProductListQuery(query: ProductListQuery, defaultLimit: number): ListFilter {
  return {
    page: Number(query.page || query.currentPage || 1),
    limit: Number(query.limit || defaultLimit),
    genres: genresIn(query.genres ?? ''),
    minMinor: lowestMinor(query.minPrice),
    maxMinor: highestMinor(query.maxPrice),
    currency: currencyIn(query.currency),
    country: countryCode(query.country ?? ''),
    order: LIST_ORDERS.find((order) => order === query.sort) ?? null,
  };
}

function namesIn(commaList: string): string[] {
  return commaList
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function genresIn(commaList: string): Genre[] {
  const genres = namesIn(commaList).map(findGenre);
  return [...new Set(genres.filter((genre) => genre !== null))].sort();
}

function currencyIn(text: string | undefined): Currency {
  return text ? (parseCurrency(text) ?? DEFAULT_CURRENCY) : DEFAULT_CURRENCY;
}

const minorIn = (text: string) => Math.min(toMinor(Number(text)), LARGEST_MINOR);
const lowestMinor = (text: string | undefined) => (text ? minorIn(text) : 0);
const highestMinor = (text: string | undefined) => (text ? minorIn(text) : LARGEST_MINOR);

/** @throws BadRequestException */
export function refuse(field: string, message: string): never {
  throw new BadRequestException({ message, details: [{ field, message }] });
}
