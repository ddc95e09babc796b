import { type Currency, DEFAULT_CURRENCY, findGenre, type Genre, GENRES, parseCurrency, toMinor } from '@keyturn/shop-rules';
import { BadRequestException } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { type ListFilter, type ListOrder, LIST_ORDERS } from '../../application/catalogue-reads.ts';

const LARGEST_MINOR = 2_147_483_647;
const LARGEST_PAGE = 999_999_999;
const LARGEST_LIMIT = 100;
const wholeNumber = /^(\d{1,9})?$/;
const amount = /^(\d{1,12}(\.\d{1,12})?)?$/;
const orders = [...LIST_ORDERS, 'relevance'] as const;

/** Filters of lists as they stand in the address. An empty value is an absent one. */
export class ListQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'From 1' })
  @IsOptional()
  @Matches(wholeNumber, { message: 'The page must be a whole number from 1.' })
  page?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Read where `page` is absent' })
  @IsOptional()
  @Matches(wholeNumber, { message: 'The page must be a whole number from 1.' })
  currentPage?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: LARGEST_LIMIT })
  @IsOptional()
  @Matches(wholeNumber, { message: 'The limit must be a whole number from 1 to 100.' })
  limit?: string;

  @ApiPropertyOptional({ description: 'Comma list; a product matches with any of them' })
  @IsOptional()
  @MaxLength(1000, { message: 'The list of genres is too long.' })
  @IsString({ message: 'Genres must be one comma list.' })
  genres?: string;

  @ApiPropertyOptional({ type: Number, minimum: 0, description: 'Inclusive, in `currency`' })
  @IsOptional()
  @Matches(amount, { message: 'The lowest price must be a number from 0.' })
  minPrice?: string;

  @ApiPropertyOptional({ type: Number, minimum: 0, description: 'Inclusive, in `currency`' })
  @IsOptional()
  @Matches(amount, { message: 'The highest price must be a number from 0.' })
  maxPrice?: string;

  @ApiPropertyOptional({ description: 'EUR, USD, PLN or GBP in any letter case; EUR when absent' })
  @IsOptional()
  @IsString({ message: 'The currency must be EUR, USD, PLN or GBP.' })
  currency?: string;

  @ApiPropertyOptional({ enum: orders, description: '`relevance` is for searching, and its default' })
  @IsOptional()
  @IsString({ message: `The order must be one of ${orders.join(', ')}.` })
  sort?: string;
}

/** @throws BadRequestException naming the field. */
export function readListQuery(query: ListQuery, defaultLimit: number): ListFilter {
  const minMinor = minorFrom(query.minPrice) ?? 0;
  const maxMinor = minorFrom(query.maxPrice) ?? LARGEST_MINOR;
  if (minMinor > maxMinor) refuse('minPrice', 'The lowest price must not be above the highest.');
  return {
    page: between('page', query.page || query.currentPage, 1, LARGEST_PAGE) ?? 1,
    limit: between('limit', query.limit, 1, LARGEST_LIMIT) ?? defaultLimit,
    genres: readGenres(query.genres),
    minMinor,
    maxMinor,
    currency: readCurrency(query.currency),
    order: readOrder(query.sort),
  };
}

function readGenres(text: string | undefined): Genre[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const genres = names.map((name) => findGenre(name) ?? refuse('genres', `The genre must be one of ${GENRES.join(', ')}.`));
  return [...new Set(genres)].sort();
}

function readCurrency(text: string | undefined): Currency {
  if (text === undefined || text === '') return DEFAULT_CURRENCY;
  return parseCurrency(text) ?? refuse('currency', 'The currency must be EUR, USD, PLN or GBP.');
}

function readOrder(text: string | undefined): ListOrder | null {
  if (text === undefined || text === '' || text === 'relevance') return null;
  return LIST_ORDERS.find((order) => order === text) ?? refuse('sort', `The order must be one of ${orders.join(', ')}.`);
}

function minorFrom(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Math.min(toMinor(Number(text)), LARGEST_MINOR);
}

function between(field: string, text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  if (value >= min && value <= max) return value;
  return refuse(field, `The ${field} must be a whole number from ${min} to ${max}.`);
}

/** @throws BadRequestException */
export function refuse(field: string, message: string): never {
  throw new BadRequestException({ message, details: [{ field, message }] });
}
