import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength, registerDecorator } from 'class-validator';

/** A kinguinId may be sent as a number or as text. */
function IsProductId() {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name: 'isProductId',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value: unknown) =>
          (typeof value === 'string' && value.length > 0 && value.length <= 64) ||
          (typeof value === 'number' && Number.isSafeInteger(value)),
        defaultMessage: () => 'The id must name a product.',
      },
    });
}

export class SimilarProductsRequest {
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }], description: 'kinguinId or own id' })
  @IsProductId()
  id: number | string;

  @ApiPropertyOptional({ type: [String] })
  @IsOptional()
  @MaxLength(100, { each: true, message: 'A genre is too long.' })
  @IsString({ each: true, message: 'Each genre must be text.' })
  @ArrayMaxSize(50, { message: 'There are too many genres.' })
  @IsArray({ message: 'Genres must be a list.' })
  genres?: string[];

  @ApiPropertyOptional()
  @IsOptional()
  @MaxLength(100, { message: 'The platform is too long.' })
  @IsString({ message: 'The platform must be text.' })
  platform?: string;
}
