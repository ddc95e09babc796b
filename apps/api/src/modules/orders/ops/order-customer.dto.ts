import { ApiProperty } from '@nestjs/swagger';
import type { Customer } from '../domain/order.ts';

/** Data of the checkout form besides the e-mail address. Phone number and notes are deleted by `adapters/personal-data.ts`. */
export class OpsOrderCustomer implements Customer {
  @ApiProperty({ example: 'Ada Lovelace' }) fullName: string;
  @ApiProperty({ type: String, nullable: true, example: '+44 20 7946 0000', description: 'Deleted after two years' }) phone: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Analytical Engines Ltd' }) company: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'GB123456789' }) taxNumber: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'W1U 6AA' }) zipCode: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'United Kingdom' }) country: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'A gift: please no mail before Friday.', description: 'Deleted after two years' })
  notes: string | null;
}
