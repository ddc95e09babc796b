import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { LineField, MayBeLeftOut, TextField } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, INSTANT_OR_DATE, IsInstant, OpsPaging, ReasonField } from '../../ops/index.ts';
import { POST_STATES, type PostState } from '../application/content-admin.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const LONGEST_HTML = 200_000;
const A_PICTURE = 'images/0123456789abcdef0123456789abcdef-960.webp';
const NO_TIME = 'publishedAt must be a day or a time such as 2026-11-21 or 2026-11-21T08:00:00Z, or null.';

class PageText {
  @ApiProperty({ enum: ['Company', 'Resources'], example: 'Company', description: "The footer's column" })
  @IsIn(['Company', 'Resources'], { message: 'The type must be Company or Resources.' })
  type: 'Company' | 'Resources';

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1000, example: 1, description: 'Its place in the column' })
  @Max(1000, { message: 'The position must be at most 1,000.' })
  @Min(0, { message: 'The position must be 0 or more.' })
  @IsInt({ message: 'The position must be a whole number.' })
  position: number;

  @TextField('The text', { least: 1, most: LONGEST_HTML })
  @ApiProperty({ example: '<h3>Who we are</h3><p>A shop for keys.</p>', description: 'HTML; unsafe markup is removed' })
  description: string;

  @LineField('The meta description', 500)
  @ApiProperty({ example: 'Who runs this shop, and how to reach them.' })
  metaDescription: string;
}

export class PageBody extends PageText {
  @ReasonField('A new address of the shop') reason: string;
}

export class PageItem extends PageText {
  @ApiProperty({ example: 'About Us' }) name: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) updatedAt: string;
  @ApiProperty({ example: 'ada' }) changedBy: string;
}

class PostText {
  @LineField('The title', 200)
  @ApiProperty({ example: 'Ten games for long evenings' })
  title: string;

  @TextField('The text', { least: 1, most: LONGEST_HTML })
  @ApiProperty({
    example: '<p>It is dark early again.</p>',
    description:
      'HTML; unsafe markup is removed. Upload pictures with POST /ops/pictures first; they need an alternative text: `<img src="images/…-960.webp" alt="A castle at night">`. Pictures from elsewhere are removed',
  })
  description: string;

  @LineField('The meta description', 500)
  @ApiProperty({ example: 'What to play when it is dark early.' })
  metaDescription: string;

  @ApiPropertyOptional({
    ...INSTANT_OR_DATE,
    nullable: true,
    example: '2026-11-21T08:00:00Z',
    description:
      "The date shown, and the time of publication: a post with a future date is planned and not public before. A date without a time: that day's first moment in the shop's time zone (SHOP_TIME_ZONE). null: the day on which it was written, or published",
  })
  @IsInstant(NO_TIME)
  @ValidateIf((_body, value) => value !== null && value !== undefined)
  publishedAt?: string | null;

  @ApiPropertyOptional({ example: false, description: 'true: visible to staff only, whatever its date. Default: no draft' })
  @IsBoolean({ message: 'isDraft must be true or false.' })
  @MayBeLeftOut()
  isDraft?: boolean;
}

export class PostBody extends PostText {
  @ReasonField('The post of the week') reason: string;
}

export class PostsQuery extends OpsPaging {
  @ChoiceField(POST_STATES, 'Drafts, posts whose date is still to come, or those that visitors read') state?: PostState;
}

export class ChangePostBody extends PartialType(PostText, { skipNullProperties: false }) {
  @ReasonField('A mistake in the text') reason: string;
}

export class PostItem {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ example: 'Ten games for long evenings' }) title: string;
  @ApiProperty({ example: 'ten-games-for-long-evenings', description: '/blog/{uniqueRoute}' }) uniqueRoute: string;
  @ApiProperty({ example: A_PICTURE }) coverImage: string;
  @ApiProperty({ example: 'What to play when it is dark early.' }) metaDescription: string;
  @ApiProperty({ enum: POST_STATES, example: 'published', description: 'planned: its date is in the future' }) state: PostState;
  @ApiProperty({ example: false }) isDraft: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:00:00.000Z' }) publishedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) updatedAt: string;
  @ApiProperty({ example: 'ada' }) changedBy: string;
}

export class PostAnswer extends PostItem {
  @ApiProperty({ description: 'Safe HTML', example: '<p>It is dark early again.</p>' }) description: string;
}

export class TextPictureAnswer {
  @ApiProperty({ example: '0123456789abcdef0123456789abcdef' }) id: string;
  @ApiProperty({ example: A_PICTURE, description: 'Path on the API host' }) src: string;
  @ApiProperty({ type: 'integer', example: 1280, description: 'Pixels' }) width: number;
  @ApiProperty({ type: 'integer', example: 720, description: 'Pixels' }) height: number;
  @ApiProperty({ example: `<img src="${A_PICTURE}" alt="">`, description: 'For the text: write into alt what the picture shows' })
  html: string;
}
