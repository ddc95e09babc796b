import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LineRules } from '../../../platform/http/requests/fields.ts';
import { OrderActionBody } from './orders-ops.dto.ts';

export class ReplaceKeyBody extends OrderActionBody {
  @IsOptional()
  @LineRules('The key (keyId)', 64)
  @ApiPropertyOptional({
    maxLength: 64,
    example: '01hzx3v9k2m4n6p8q0r2s4t6w8',
    description: 'The key that does not work: a call that is repeated then burns no other',
  })
  keyId?: string;
}
