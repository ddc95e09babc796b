import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { ReasonField } from '../../../ops/index.ts';
import { RETURN_STATES, type ReturnState, type SupplierReturn } from '../../application/after-sales/returns.ts';
import { EurosField } from '../buy-again-ops.dto.ts';

const TIME = { type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:00:00.000Z' } as const;

export class ReturnView {
  @ApiProperty({ enum: RETURN_STATES, example: 'done' }) state: ReturnState;
  @ApiProperty({ example: false, description: 'Closed by staff, who said what was paid back' }) isByHand: boolean;
  @ApiProperty({ type: 'integer', example: 2 }) keys: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Keys among them that no buyer ever had' }) undelivered: number;
  @ApiProperty({ type: Number, example: 11.58, description: 'Euros; what the purchase cost' }) cost: number;
  @ApiProperty({ type: Number, nullable: true, example: 11.58, description: 'Euros; what was paid back of it' }) refunded: number | null;
  @ApiProperty({ type: String, nullable: true, example: null }) failure: string | null;
  @ApiProperty({ ...TIME, nullable: false }) askedAt: Date;
  @ApiProperty(TIME) closedAt: Date | null;
}

export class ReturnBody {
  @ApiPropertyOptional({
    example: false,
    description: 'With `refunded`: the supplier leaves keys that the shop had before, and they stay as they are',
  })
  @IsBoolean({ message: 'It must be true or false.' })
  @IsOptional()
  exceptKnown?: boolean;

  @EurosField('refunded', 'Euros; what the supplier has paid back after it was asked by hand. Closes a return that is open')
  refunded?: number;

  @ApiPropertyOptional({
    example: false,
    description:
      'Of an open return, with `refunded`: only the keys that the supplier names as returned went back; others stay where they are. From 24 hours after it was sent: until then it may show more',
  })
  @IsBoolean({ message: 'It must be true or false.' })
  @IsOptional()
  onlyTaken?: boolean;

  @ReasonField('The order was refunded before anybody saw the keys') reason: string;
}

export function returnView({ state, isByHand, keys, undelivered, costMinor, refundedMinor, ...rest }: SupplierReturn): ReturnView {
  const { failure, askedAt, closedAt } = rest;
  const refunded = refundedMinor === null ? null : refundedMinor / 100;
  return { state, isByHand, keys, undelivered, cost: costMinor / 100, refunded, failure, askedAt, closedAt };
}
