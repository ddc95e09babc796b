import { ApiProperty } from '@nestjs/swagger';

class Reviewer {
  @ApiProperty() username: string;
  @ApiProperty({ description: 'Its first letter only' }) lastname: string;
}

export class Review {
  @ApiProperty() _id: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 5 }) rating: number;
  @ApiProperty() description: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt: string;
  @ApiProperty() user: Reviewer;
  @ApiProperty({ enum: ['kinguin', 'software'] }) productType: 'kinguin' | 'software';
  @ApiProperty({ description: "The product's id: kinguinId of a game, own id of a software" }) kinguin: string;
}
