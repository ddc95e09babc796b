import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Max, Min } from 'class-validator';
import { ConsentField, IsAmount, LineRules, MayBeLeftOut } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, ReasonField } from '../../ops/index.ts';
import { SUPPLIER_NAMES, type SupplierName } from '../application/ports.ts';

const MOST_EUROS = 100_000;

/** Euros, with cents at most, or left out. Null is refused: it would be read as 0. */
export function EurosField(name: string, description: string): PropertyDecorator {
  const message = `${name} must be an amount in euros, from 0 to ${MOST_EUROS}.`;
  return applyDecorators(
    ApiPropertyOptional({ type: Number, minimum: 0, maximum: MOST_EUROS, example: 9.5, description }),
    Max(MOST_EUROS, { message }),
    Min(0, { message }),
    IsAmount({ message }),
    MayBeLeftOut(),
  );
}

export class BuyAgainBody {
  @LineRules('The key that does not work (keyId)', 64)
  @ApiProperty({
    minLength: 1,
    maxLength: 64,
    example: '01hzx3v9k2m4n6p8q0r2s4t6w8',
    description: 'The key that does not work, as the order lists it: a call that is repeated when it was replaced buys nothing',
  })
  keyId: string;

  @ChoiceField(SUPPLIER_NAMES, 'Buy from this supplier alone, from another offer than the one that brought the key')
  supplier?: SupplierName;
  @ChoiceField(SUPPLIER_NAMES, 'Do not buy from this one. Without both, the supplier that sold the key is left out') avoid?: SupplierName;
  @EurosField('acceptCost', 'Euros; what the key may cost though that does not keep the margin. A refusal names the amount')
  acceptCost?: number;
  @ConsentField('Buy it though the product excludes the country of the buyer since the sale. A refusal names the country')
  acceptRegion?: boolean;
  @ReasonField('The key was activated already') reason: string;
}

export class PurchaseAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8', description: 'Of the purchase; the reference that the supplier gets' })
  purchase: string;
}
