import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { FlagFilter } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, FilterField, INSTANT_OR_DATE, IsInstant, OpsPaging, ReasonField } from '../../ops/index.ts';
import { QUARANTINE_CAUSES, type QuarantineCause } from '../domain/quarantine-cause.ts';
import { KEY_ID, PRODUCT } from './keys-ops.dto.ts';

const MOST_WATCHED = 1_000_000;
const MOST_SOLD_SINCE = 5000;

export class StockQuery extends OpsPaging {
  @FilterField(`${PRODUCT}, such as 24532`) product?: string;
  @FlagFilter('true: only those at their threshold or below') low?: boolean;
}

export class StockItem {
  @ApiProperty({ example: KEY_ID }) productId: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 24532 }) kinguinId: number | null;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) name: string;
  @ApiProperty({ example: 'Steam' }) platform: string;
  @ApiProperty({ example: false }) isHidden: boolean;
  @ApiProperty({ type: 'integer', example: 2 }) available: number;
  @ApiProperty({ type: 'integer', example: 1 }) reserved: number;
  @ApiProperty({ type: 'integer', example: 40 }) sold: number;
  @ApiProperty({ type: 'integer', example: 0 }) burnt: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Off sale after a restore, a bad upload, a look or a return, until released or burnt',
  })
  quarantined: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Alert at this many keys or fewer' }) threshold: number;
  @ApiProperty({ example: false, description: "The product's own, not the shop's" }) hasOwnThreshold: boolean;
  @ApiProperty({ example: true }) isLow: boolean;
}

export class ShopThresholdBody {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_WATCHED, example: 3, description: '0: when nothing is left' })
  @Max(MOST_WATCHED, { message: 'The threshold is too large.' })
  @Min(0, { message: 'The threshold must be 0 or more.' })
  @IsInt({ message: 'The threshold must be a whole number.' })
  threshold: number;

  @ReasonField('The supplier needs a week to deliver') reason: string;
}

export class ProductThresholdBody {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    maximum: MOST_WATCHED,
    example: 10,
    description: "null: the shop's threshold",
  })
  @Max(MOST_WATCHED, { message: 'The threshold is too large.' })
  @Min(0, { message: 'The threshold must be 0 or more.' })
  @IsInt({ message: 'The threshold must be a whole number, or null.' })
  @ValidateIf((_body, value) => value !== null)
  threshold: number | null;

  @ReasonField('It sells faster than the others') reason: string;
}

const CAUSE =
  'Which keys in quarantine: `restore`, put there by keys:quarantine (also when left out); `upload`, back from an order after their upload was burnt; `look`, seen by an owner; `return`, were to go back to their supplier; `unknown`, in quarantine since before causes were stored';

export class ReleaseQuery {
  @FlagFilter('true reports how many it would be, and releases none (default in this form); false, or left out, releases them', true)
  dryRun?: boolean;
}

export class ReleaseAllBody {
  @ApiProperty({
    type: [String],
    maxItems: MOST_SOLD_SINCE,
    example: ['24532', '38506'],
    description: 'Products with keys sold since the backup, by kinguinId or own id: they stay in quarantine',
  })
  @MaxLength(40, { each: true, message: 'A product is named by its kinguinId or its own id.' })
  @IsString({ each: true, message: 'A product is named by text: its kinguinId or its own id.' })
  @ArrayMaxSize(MOST_SOLD_SINCE, { message: `At most ${MOST_SOLD_SINCE} products can be named.` })
  @IsArray({ message: 'The products must be a list.' })
  soldSince: string[];

  @ChoiceField(QUARANTINE_CAUSES, CAUSE) cause?: QuarantineCause;

  @ReasonField('Stripe shows no payment for the others since the backup') reason: string;
}

export class ReleaseProductBody {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_WATCHED,
    example: 40,
    description: 'Number of keys, newest first; omit for all',
  })
  @Max(MOST_WATCHED, { message: 'That is too many.' })
  @Min(1, { message: 'It must be 1 or more.' })
  @IsInt({ message: 'It must be a whole number.' })
  @IsOptional()
  newest?: number;

  @ChoiceField(QUARANTINE_CAUSES, CAUSE) cause?: QuarantineCause;

  @ReasonField('Stripe shows 3 payments since the backup, and 50 keys were there') reason: string;
}

class QuarantinedKeys implements Record<QuarantineCause, number> {
  @ApiProperty({ type: 'integer', example: 40 }) restore: number;
  @ApiProperty({ type: 'integer', example: 3 }) upload: number;
  @ApiProperty({ type: 'integer', example: 1 }) look: number;
  @ApiProperty({ type: 'integer', example: 0 }) return: number;
  @ApiProperty({ type: 'integer', example: 0 }) unknown: number;
}

export class ReleasedAnswer {
  @ApiProperty({ example: true }) dryRun: boolean;
  @ApiProperty({
    type: 'integer',
    example: 40,
    description: 'Keys on sale again, or given to backorders; in a dry run, those that would be',
  })
  released: number;
  @ApiProperty({ description: 'Keys that were in quarantine before, by cause; without those that go back to their supplier' })
  quarantined: QuarantinedKeys;
}

function AddedField(example: string, description: string): PropertyDecorator {
  const text = `${description}. A date without a time is that whole day in the shop's time zone (SHOP_TIME_ZONE)`;
  return applyDecorators(ApiProperty({ ...INSTANT_OR_DATE, example, description: text }), IsInstant());
}

export class TakeBackQuery {
  @FlagFilter('true reports how many it would be, and burns none (default in this form); false, or left out, burns them', true)
  dryRun?: boolean;
}

export class TakeBackBody {
  @AddedField('2026-11-21T08:00:00.000Z', 'The first moment; GET /ops/keys shows `addedAt` of each key') from: string;
  @AddedField('2026-11-21T08:05:00.000Z', 'The last moment; it counts as well') to: string;
  @ReasonField('The supplier sent a file of used keys') reason: string;
}

export class TakenBackAnswer {
  @ApiProperty({ example: true }) dryRun: boolean;
  @ApiProperty({ type: 'integer', example: 500, description: 'Burnt; in a dry run, those that would be' })
  burnt: number;
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Held by unpaid or waiting orders: left to them, and in quarantine once such an order ends unpaid',
  })
  reserved: number;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Sold: left to the buyers, and in quarantine if a refund returns one',
  })
  sold: number;
}
