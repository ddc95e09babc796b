import { BadRequestException, Body, Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiSecurity,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJsonText } from '../../../platform/http/responses/json-text.ts';
import { SendsETag } from '../../../platform/http/openapi/openapi-answers.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { CurrentUser, type Identity, JwtAuthGuard } from '../../users/index.ts';
import { LeaveReview } from '../application/leave-review.ts';
import { ReviewReads } from '../application/review-reads.ts';
import { REVIEWED_TYPES } from '../domain/review.ts';
import { NewReview, ReviewAnswer, ReviewSaved } from './reviews.dto.ts';

@ApiTags('reviews')
@Controller('review')
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewReads,
    private readonly leaveReview: LeaveReview,
  ) {}

  @Get(':productType/:productId')
  @Limited('reviews')
  @SendsETag()
  @ApiOperation({ operationId: 'listReviews', summary: 'List reviews of a product', description: 'Newest first.' })
  @ApiParam({ name: 'productType', enum: REVIEWED_TYPES })
  @ApiOkResponse({ type: [ReviewAnswer] })
  @ApiBadRequestResponse({ type: Problem })
  async listReviews(
    @Param('productType') productType: string,
    @Param('productId') productId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const type = REVIEWED_TYPES.find((known) => known === productType);
    if (type === undefined) {
      const message = 'The type of a reviewed product is kinguin or software.';
      throw new BadRequestException({ message, details: [{ field: 'productType', message }] });
    }
    sendJsonText(request, reply, await this.reviews.ofProduct(type, productId));
  }

  @Post()
  @UseGuards(JwtAuthGuard)
  @Limited('review')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'addReview',
    summary: 'Write a review',
    description: 'Only for a product that the user has bought. A second review replaces the first.',
  })
  @ApiCreatedResponse({ type: ReviewSaved })
  @ApiBadRequestResponse({ type: Problem })
  @ApiUnauthorizedResponse({ type: Problem })
  @ApiForbiddenResponse({ type: Problem, description: 'Not bought, not delivered yet, or an e-mail that is not verified' })
  @ApiNotFoundResponse({ type: Problem })
  async addReview(@Body() body: NewReview, @CurrentUser() author: Identity): Promise<ReviewSaved> {
    await this.leaveReview.run(author, {
      productType: body.productType,
      productId: body.kinguin,
      rating: body.rating,
      description: body.description,
    });
    return { success: true, message: 'Thank you for your review!' };
  }
}
