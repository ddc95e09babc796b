import { MOST_REVIEW_CHARACTERS, MOST_STARS } from '@keyturn/shop-rules';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { TextField } from '../../../platform/http/requests/fields.ts';
import { REVIEWED_TYPES, type ReviewedType } from '../domain/review.ts';

const RATING = { message: `The rating must be a whole number from 1 to ${MOST_STARS}.` };

class Reviewer {
  @ApiProperty() username: string;
  @ApiProperty({ description: 'First letter only' }) lastname: string;
}

@ApiSchema({ name: 'Review' })
export class ReviewAnswer {
  @ApiProperty() _id: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_STARS }) rating: number;
  @ApiProperty() description: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt: string;
  @ApiProperty() user: Reviewer;
  @ApiProperty({ enum: ['kinguin', 'software'] }) productType: 'kinguin' | 'software';
  @ApiProperty({ description: "The product's id: kinguinId of a game, own id of a software" }) kinguin: string;
}

export class NewReview {
  @ApiProperty({ enum: REVIEWED_TYPES })
  @IsIn(REVIEWED_TYPES, { message: 'The type of a reviewed product is kinguin or software.' })
  productType: ReviewedType;

  @ApiProperty({ type: String, maxLength: 64, description: "The product's id: kinguinId of a game, own id of a software" })
  @Transform(({ value }) => (typeof value === 'number' ? String(value) : value))
  @Matches(/^[0-9a-z]{1,64}$/, { message: 'The id of a product is letters and digits.' })
  kinguin: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_STARS })
  @Max(MOST_STARS, RATING)
  @Min(1, RATING)
  @IsInt(RATING)
  rating: number;

  @TextField('The review', { most: MOST_REVIEW_CHARACTERS })
  description: string;
}

export class ReviewSaved {
  @ApiProperty({ example: true }) success: boolean;
  @ApiProperty() message: string;
}
