import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import { ReasonField } from '../../ops/index.ts';
import { MARGIN_RULE_KINDS, type MarginRuleKind } from '../domain/least-margin.ts';

const MOST = 0.9;
const SENTENCE = { message: `margin must be a number from 0 to ${MOST}.` };

class MarginItem {
  @ApiProperty({ enum: MARGIN_RULE_KINDS, example: 'genre' }) kind: MarginRuleKind;
  @ApiProperty({ example: 'Action', description: 'Own id of the product, the genre, or the name of the supplier' }) subject: string;
  @ApiProperty({ type: Number, example: 0.1, description: '0.1 leaves 10 % of what is charged' }) margin: number;
  @ApiProperty({ example: 'ada' }) setBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) setAt: Date;
}

export class MarginsAnswer {
  @ApiProperty({ type: [MarginItem] }) items: MarginItem[];
  @ApiProperty({ type: Number, example: 0.02, description: 'Where no rule fits (MIN_MARGIN)' }) otherwise: number;
}

export class MarginBody {
  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: MOST, example: 0.1, description: 'Left out: the rule is removed' })
  @IsOptional()
  @IsNumber({}, SENTENCE)
  @Min(0, SENTENCE)
  @Max(MOST, SENTENCE)
  margin?: number;

  @ReasonField('Their keys fail more often') reason: string;
}
