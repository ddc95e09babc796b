import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { DELIVERY_EMAIL } from '../../../platform/http/requests/fields.ts';
import { ReasonField } from '../../ops/index.ts';

export class NamedPersonBody {
  @ApiPropertyOptional({ maxLength: 40, example: '01hzx3v9k2m4n6p8q0r2s4t6w8', description: 'The id of an account' })
  @MaxLength(40, { message: 'The customer is too long.' })
  @IsString({ message: 'The customer must be text.' })
  @IsOptional()
  customer?: string;

  @ApiPropertyOptional({
    format: 'email',
    maxLength: 254,
    example: 'ada@example.com',
    description: 'Of a guest or an account; beside `customer`, another address of that person',
  })
  @Matches(DELIVERY_EMAIL, { message: 'Please enter a valid email address.' })
  @MaxLength(254, { message: 'The e-mail is too long.' })
  @IsString({ message: 'The e-mail must be text.' })
  @IsOptional()
  email?: string;

  @ReasonField('Letter of 3 March, signed') reason: string;
}

export class ErasePersonBody extends NamedPersonBody {
  @ApiPropertyOptional({ example: false, description: 'The person is to be erased for good' })
  @IsBoolean({ message: 'It must be true or false.' })
  @IsOptional()
  confirm?: boolean;
}

export class ErasedPerson {
  @ApiProperty({ example: 'erased-01hzx3v9k2m4n6p8q0r2s4t6w8@erased.invalid', description: 'Takes the place of the address in orders' })
  pseudonym: string;
}

export class OpsErasure {
  @ApiProperty({ example: 'erased-01hzx3v9k2m4n6p8q0r2s4t6w8@erased.invalid' }) pseudonym: string;
  @ApiProperty({ type: String, nullable: true, example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) accountId: string | null;
  @ApiProperty({ type: [String], description: 'Keyed hashes of the addresses' }) addressHashes: string[];
  @ApiProperty({ enum: ['owner', 'staff'] }) askedBy: 'owner' | 'staff';
  @ApiProperty({ type: String, format: 'date-time' }) at: string;
}

export class OpsErasures {
  @ApiProperty({ type: [OpsErasure], description: 'Oldest first' }) erasures: OpsErasure[];
}
