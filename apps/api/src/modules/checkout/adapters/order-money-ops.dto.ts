import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ReasonField } from '../../ops/index.ts';

const LINE = { each: true, message: 'lines must be numbers of lines, from 0.' };

export class RefundBody {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 999 },
    minItems: 1,
    maxItems: 100,
    example: [0],
    description: 'Numbers of the lines to refund, each whole. Left out: everything that has not gone back yet.',
  })
  @Max(999, LINE)
  @Min(0, LINE)
  @IsInt(LINE)
  @ArrayMaxSize(100, { message: 'lines must be at most 100.' })
  @ArrayMinSize(1, { message: 'lines must name a line, or be left out.' })
  @IsArray({ message: 'lines must be a list.' })
  @IsOptional()
  lines?: number[];

  @ReasonField('The buyer has it already') reason: string;
}

export class RefundAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 19.99 }) amount: number;
  @ApiProperty({
    enum: ['done', 'asked'],
    example: 'done',
    description: '`asked`: the provider has not agreed yet; it is tried again by itself',
  })
  state: 'done' | 'asked';
  @ApiProperty({ enum: ['none', 'back in stock', 'burnt'], example: 'burnt', description: '`burnt`: somebody may have seen them' })
  keys: 'none' | 'back in stock' | 'burnt';
  @ApiProperty({ example: 'The money is on its way back, and the buyer is told by mail.' }) message: string;
}

export class CancelBody {
  @ReasonField('The buyer asked us to') reason: string;
}

export class CancelAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 'refunded', description: '`expired` where nobody had paid; `on_hold` until the provider has agreed to a refund' })
  status: string;
  @ApiProperty({ example: 19.99, description: 'What goes back to the buyer' }) refund: number;
}

export class GiveUpRefundBody {
  @ReasonField('The buyer has got another key') reason: string;
}

export class GiveUpRefundAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ enum: ['given-up'], example: 'given-up' }) state: 'given-up';
  @ApiProperty({ example: 'completed', description: 'Where the order stands now' }) status: string;
}
