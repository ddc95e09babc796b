import { toMinor } from '@keyturn/shop-rules';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { DELIVERY_EMAIL, IsAmount, ONE_LINE } from '../../../platform/http/requests/fields.ts';
import { PricedCartDto } from '../../cart-validation/index.ts';
import type { Customer } from '../../orders/index.ts';

const NAME_AND_EMAIL = 'Full name and email are required!';
const VALID_EMAIL = 'Please enter a valid email address.';

const trim = Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));

function OptionalLine(most: number): PropertyDecorator {
  return (target, property) => {
    ApiPropertyOptional({ type: String, maxLength: most })(target, property);
    trim(target, property);
    IsOptional()(target, property);
    IsString()(target, property);
    MaxLength(most)(target, property);
    Matches(ONE_LINE, { message: `${String(property)} must be one line of text.` })(target, property);
  };
}

export class CheckoutDataDto {
  @ApiProperty({ maxLength: 100, example: 'Ada Buyer' })
  @trim
  @MaxLength(100, { message: 'fullName must be at most 100 characters long.' })
  @Matches(ONE_LINE, { message: 'fullName must be one line of text.' })
  @Matches(/./, { message: NAME_AND_EMAIL })
  @IsString({ message: NAME_AND_EMAIL })
  fullName: string;

  @ApiProperty({ maxLength: 254, example: 'ada@example.com' })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @Matches(DELIVERY_EMAIL, { message: VALID_EMAIL })
  @MaxLength(254, { message: VALID_EMAIL })
  @Matches(/./, { message: NAME_AND_EMAIL })
  @IsString({ message: NAME_AND_EMAIL })
  email: string;

  @OptionalLine(40)
  phone?: string;

  @OptionalLine(100)
  company?: string;

  @OptionalLine(40)
  taxNumber?: string;

  @OptionalLine(20)
  zipCode?: string;

  @ApiPropertyOptional({ maxLength: 2000 })
  @trim
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  customerNotes?: string;

  @OptionalLine(60)
  selectedCountry?: string;

  @ApiPropertyOptional({ description: 'Stored with the time' })
  @IsOptional()
  @IsBoolean()
  termsAccepted?: boolean;
}

export class CheckoutDto extends PricedCartDto {
  @ApiProperty({ type: CheckoutDataDto })
  @ValidateNested({ message: NAME_AND_EMAIL })
  // A list with holes would pass the validation of nested objects.
  @IsObject({ message: NAME_AND_EMAIL })
  @Type(() => CheckoutDataDto)
  data: CheckoutDataDto;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    description: 'The total that the buyer saw, in major units. If it differs, the answer is 409 with the current lines.',
  })
  @IsOptional()
  @IsAmount()
  @Min(0)
  @Max(10_000_000)
  expectedTotal?: number | null;

  @ApiPropertyOptional({
    description:
      'The buyer confirms that the keys are for somebody in another country than `data.selectedCountry`, or than the one that the proxy names. Read where the shop permits it (`ALLOW_OTHER_REGION`).',
  })
  @IsOptional()
  @IsBoolean()
  regionAccepted?: boolean;
}

export class PaymentSessionDto {
  @ApiProperty({ description: 'The payment session' })
  id: string;

  @ApiProperty({ description: 'URL to redirect the browser to' })
  url: string;
}

export function customerOf(data: CheckoutDataDto): Customer {
  return {
    fullName: data.fullName,
    phone: data.phone ?? null,
    company: data.company ?? null,
    taxNumber: data.taxNumber ?? null,
    zipCode: data.zipCode ?? null,
    country: data.selectedCountry ?? null,
    notes: data.customerNotes ?? null,
  };
}

export function expectedTotalMinor({ expectedTotal }: CheckoutDto): number | null {
  return typeof expectedTotal === 'number' ? toMinor(expectedTotal) : null;
}

/** Both are in the address that the payment page has. Without them nothing is cancelled. */
export class CancelQuery {
  @ApiPropertyOptional({ description: 'Id of the order' })
  @IsOptional()
  @IsString()
  order = '';

  @ApiPropertyOptional({ description: 'Made by the shop' })
  @IsOptional()
  @IsString()
  signature = '';
}
