import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toMinor } from '@keyturn/shop-rules';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { IsAmount, MayBeLeftOut } from '../../../platform/http/requests/fields.ts';
import { ReasonField } from '../../ops/index.ts';
import type { RefundRequest } from '../application/refunds/plan-refund.ts';
import { RefundAmbiguous } from '../domain/payment-errors.ts';

const LINES = { each: true, message: 'lines must be numbers of lines, from 1.' };
const SLOTS = { each: true, message: 'slots must be numbers of keys of the line, from 1.' };
const COUNT = { message: 'count must be a whole number, from 1.' };
const LINE = { message: 'line must be the number of a line, from 1.' };
const MOST = 999;

class RefundPieces {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST, example: 1, description: 'Number of the line, from 1' })
  @Max(MOST, LINE)
  @Min(1, LINE)
  @IsInt(LINE)
  line: number;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: MOST },
    minItems: 1,
    maxItems: 100,
    example: [2],
    description: 'Which keys of the line, from 1, as the order lists them',
  })
  @Max(MOST, SLOTS)
  @Min(1, SLOTS)
  @IsInt(SLOTS)
  @ArrayMaxSize(100, { message: 'slots must be at most 100.' })
  @ArrayMinSize(1, { message: 'slots must name a key, or be left out.' })
  @IsArray({ message: 'slots must be a list.' })
  @MayBeLeftOut()
  slots?: number[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST,
    description: 'Or a count of those not refunded: unseen keys first, then the last ones',
  })
  @Max(MOST, COUNT)
  @Min(1, COUNT)
  @IsInt(COUNT)
  @MayBeLeftOut()
  count?: number;
}

export class RefundBody {
  @ApiPropertyOptional({ type: Boolean, enum: [true], example: true, description: 'true: everything that is left, with all keys' })
  @Equals(true, { message: 'everything must be true, or be left out.' })
  @MayBeLeftOut()
  everything?: true;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: MOST },
    minItems: 1,
    maxItems: 100,
    description: 'Or whole lines, by number, from 1: refunds what was not refunded yet',
  })
  @Max(MOST, LINES)
  @Min(1, LINES)
  @IsInt(LINES)
  @ArrayMaxSize(100, { message: 'lines must be at most 100.' })
  @ArrayMinSize(1, { message: 'lines must name a line, or be left out.' })
  @IsArray({ message: 'lines must be a list.' })
  @MayBeLeftOut()
  lines?: number[];

  @ApiPropertyOptional({ type: [RefundPieces], minItems: 1, maxItems: 100, description: 'Or single keys: by number, or a count per line' })
  @Type(() => RefundPieces)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'Each of pieces must be an object.' })
  @ArrayMaxSize(100, { message: 'pieces must be at most 100.' })
  @ArrayMinSize(1, { message: 'pieces must name a line, or be left out.' })
  @IsArray({ message: 'pieces must be a list.' })
  @MayBeLeftOut()
  pieces?: RefundPieces[];

  @ApiPropertyOptional({
    type: Number,
    minimum: 0.01,
    maximum: 1_000_000,
    description: "Or an amount of goodwill in the order's currency, without revoking keys; less than what is left of the payment",
  })
  @Max(1_000_000, { message: 'goodwill must be at most 1,000,000.' })
  @Min(0.01, { message: 'goodwill must be at least 0.01.' })
  @IsAmount()
  @MayBeLeftOut()
  goodwill?: number;

  @ReasonField('The buyer has it already') reason: string;
}

/** Null for everything that is left. @throws RefundAmbiguous for a call that names nothing of it, or more than one thing */
export function refundRequest({ everything, lines, pieces, goodwill }: RefundBody): RefundRequest | null {
  const given = Object.entries({ everything, lines, pieces, goodwill }).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const [field = 'everything', another] = given;
  if (given.length !== 1) throw new RefundAmbiguous(another ?? field);
  if (pieces?.some(({ slots, count }) => (slots === undefined) === (count === undefined))) throw new RefundAmbiguous('pieces');
  if (goodwill) return { kind: 'goodwill', amountMinor: toMinor(goodwill) };
  if (lines) return { kind: 'pieces', picks: lines.map((line) => ({ line: line - 1 })) };
  if (!pieces) return null;
  const picks = pieces.map(({ line, slots, count }) => ({
    line: line - 1,
    ...(slots && { slots: slots.map((slot) => slot - 1) }),
    ...(count && { count }),
  }));
  return { kind: 'pieces', picks };
}

export class RefundAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 19.99 }) amount: number;
  @ApiProperty({
    enum: ['done', 'asked'],
    example: 'done',
    description: '`asked`: the provider has not agreed yet; retried automatically',
  })
  state: 'done' | 'asked';
  @ApiProperty({ enum: ['none', 'back in stock', 'burnt'], example: 'burnt', description: '`burnt`: they may have been seen' })
  keys: 'none' | 'back in stock' | 'burnt';
  @ApiProperty({ example: 'The money is on its way back, and the buyer gets a mail.' }) message: string;
}

export class CancelBody {
  @ReasonField('The buyer asked us to') reason: string;
}

export class CancelAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 'refunded', description: '`expired` if unpaid; `on_hold` until the provider has agreed to a refund' })
  status: string;
  @ApiProperty({ example: 19.99, description: 'Amount refunded to the buyer' }) refund: number;
}

export class GiveUpRefundBody {
  @ReasonField('The buyer has got another key') reason: string;
}

export class GiveUpRefundAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ enum: ['given-up'], example: 'given-up' }) state: 'given-up';
  @ApiProperty({ example: 'completed', description: 'Current state of the order' }) status: string;
}
