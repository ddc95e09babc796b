import { MOST_STARS } from '@keyturn/shop-rules';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { FlagFilter } from '../../../platform/http/requests/fields.ts';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Catalogue } from '../../catalog/index.ts';
import {
  ApiOpsPage,
  By,
  FilterField,
  type Operator,
  type OpsPage,
  OpsPaging,
  OpsRoute,
  pageOf,
  ReasonField,
  ReasonQuery,
  windowOf,
} from '../../ops/index.ts';
import { ReviewAdmin, ReviewNotFound, ReviewList } from '../application/review-admin.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const RATING = { message: `The rating is from 1 to ${MOST_STARS}.` };

export class ReviewsQuery extends OpsPaging {
  @FilterField('kinguinId, or the own id of software, such as 24532') product?: string;
  @FlagFilter('true: hidden ones only') hidden?: boolean;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_STARS, description: 'With so many stars' })
  @Max(MOST_STARS, RATING)
  @Min(1, RATING)
  @IsInt(RATING)
  @Transform(({ value }) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value))
  @IsOptional()
  rating?: number;
}

class ReviewItem {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ example: ID }) productId: string;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) productName: string;
  @ApiProperty({ example: ID }) userId: string;
  @ApiProperty({ example: 'Ada' }) username: string;
  @ApiProperty({ type: 'integer', example: 5 }) rating: number;
  @ApiProperty({ example: 'The key came within seconds.' }) description: string;
  @ApiProperty({ example: false }) isHidden: boolean;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
}

export class ReviewBody {
  @ApiProperty({ example: true })
  @IsBoolean({ message: 'isHidden must be true or false.' })
  isHidden: boolean;

  @ReasonField('Insults another buyer') reason: string;
}

@ApiTags(OPS_TAGS.reviews)
@OpsRoute('viewer')
@Controller('ops/reviews')
export class ReviewsOpsController {
  constructor(
    private readonly reviews: ReviewList,
    private readonly reviewAdmin: ReviewAdmin,
    private readonly catalogue: Catalogue,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'opsListReviews', summary: 'List reviews', description: 'Newest first, including hidden ones.' })
  @ApiOpsPage(ReviewItem)
  async opsListReviews(@Query() query: ReviewsQuery): Promise<OpsPage<unknown>> {
    const { product, hidden, rating } = query;
    const productId = product ? ((await this.catalogue.productIds([product])).get(product) ?? '') : undefined;
    const filter = {
      ...(productId !== undefined && { productId }),
      ...(hidden !== undefined && { isHidden: hidden }),
      ...(rating !== undefined && { rating }),
    };
    const { items, total } = await this.reviews.list(filter, windowOf(query));
    return pageOf(items, total, query);
  }

  @Patch(':id')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiParam({ name: 'id', description: 'The id of the review, as GET /ops/reviews lists it', example: ID })
  @ApiOperation({ operationId: 'hideReview', summary: 'Hide a review', description: 'Or show it again.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new ReviewNotFound().message) })
  async hideReview(@Param('id') id: string, @Body() { isHidden, reason }: ReviewBody, @By() by: Operator): Promise<void> {
    await this.reviewAdmin.setHidden(id, isHidden, { by, reason });
  }

  @Delete(':id')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiParam({ name: 'id', description: 'The id of the review, as GET /ops/reviews lists it', example: ID })
  @ApiOperation({
    operationId: 'removeReview',
    summary: 'Delete a review',
    description: 'Permanently. Its author can write another: hide it instead to prevent that.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new ReviewNotFound().message) })
  async removeReview(@Param('id') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.reviewAdmin.remove(id, { by, reason });
  }
}
