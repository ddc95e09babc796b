import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import type { ListWindow } from '../../../shared/list-window.ts';

const LAST_PAGE = 10_000;
const MOST = 200;
const USUAL = 50;

/** `Number` also accepts 1e3, 0x10 and blanks. */
const digits = Transform(({ value }) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value));

/** The query of every ops list; a list with filters extends it. */
export class OpsPaging {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: LAST_PAGE, default: 1, description: 'From 1' })
  @digits
  @Max(LAST_PAGE, { message: `page must be at most ${LAST_PAGE}.` })
  @Min(1, { message: 'page must be at least 1.' })
  @IsInt({ message: 'page must be a whole number.' })
  page: number = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST, default: USUAL, description: 'Items on a page' })
  @digits
  @Max(MOST, { message: `limit must be at most ${MOST}.` })
  @Min(1, { message: 'limit must be at least 1.' })
  @IsInt({ message: 'limit must be a whole number.' })
  limit: number = USUAL;
}

export interface OpsPage<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly totalPages: number;
}

export function windowOf({ page, limit }: OpsPaging): ListWindow {
  return { offset: (page - 1) * limit, limit };
}

/** `total` may stop at `COUNTED_AT_MOST`: totalPages is exact up to there. */
export function pageOf<Item>(items: readonly Item[], total: number, { page, limit }: OpsPaging): OpsPage<Item> {
  return { items, page, totalPages: Math.ceil(total / limit) };
}

/** Describes the answer `{ items, page, totalPages }` of a list of `item`. */
export function ApiOpsPage(item: Type, description = 'One page') {
  return applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      description,
      schema: {
        type: 'object',
        required: ['items', 'page', 'totalPages'],
        properties: {
          items: { type: 'array', items: { $ref: getSchemaPath(item) } },
          page: { type: 'integer', example: 1 },
          totalPages: { type: 'integer', example: 1, description: 'Exact up to 10,000 items' },
        },
      },
    }),
  );
}
