import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LineRules } from '../../../../platform/http/requests/fields.ts';
import { ChoiceField, FilterField, OpsPaging, ReasonField } from '../../../ops/index.ts';
import { FEED_PICTURE_STATES, type FeedPictureState } from '../../domain/feed-pictures.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const TIME = { type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' } as const;

export class FeedPicturesQuery extends OpsPaging {
  @ChoiceField(FEED_PICTURE_STATES, 'In this state') state?: FeedPictureState;
  @FilterField('kinguinId, or the own id, such as 24532') product?: string;
}

export class FeedPictureItem {
  @ApiProperty({ example: ID }) productId: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 24_532 }) kinguinId: number | null;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) name: string;
  @ApiProperty({ type: 'integer', example: 0, description: '0: the cover; from 1: screenshots, in their order' }) place: number;
  @ApiProperty({ example: 'https://cdns.kinguin.net/media/category/1/_/1_3418.jpg' }) address: string;
  @ApiProperty({
    enum: FEED_PICTURE_STATES,
    example: 'failed',
    description: 'waiting: to be fetched, at once or at `dueAt`; stored: shown; failed: not tried again by itself',
  })
  state: FeedPictureState;
  @ApiProperty({ type: 'integer', example: 1, description: 'How often it was fetched' }) tries: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The server answered 404.',
    description: 'Why the latest try failed',
  })
  failure: string | null;
  @ApiProperty({ ...TIME, nullable: true, example: null }) dueAt: Date | null;
  @ApiProperty(TIME) changedAt: Date;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Path of what its place shows now; while it waits, the former picture',
  })
  image: string | null;
}

export class RetryPicturesBody {
  @IsOptional()
  @LineRules('The product', 60)
  @ApiPropertyOptional({ maxLength: 60, example: '24532', description: 'kinguinId, or the own id; left out: of all products' })
  product?: string;

  @ReasonField('Their server was down this morning') reason: string;
}

export class RetriedPictures {
  @ApiProperty({ type: 'integer', example: 12, description: 'Pictures that are fetched now' }) pictures: number;
}
