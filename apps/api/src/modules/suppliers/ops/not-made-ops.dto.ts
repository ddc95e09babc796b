import { ApiProperty } from '@nestjs/swagger';
import { ReasonField } from '../../ops/index.ts';

export class NotMadeBody {
  @ReasonField('Their support found no order with this reference') reason: string;
}

export class NotMadeAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8', description: 'Id of the purchase' }) purchase: string;
  @ApiProperty({ enum: ['refused'], example: 'refused' }) state: 'refused';
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z', description: 'When this was recorded first' })
  closedAt: Date;
}
