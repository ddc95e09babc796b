import { BadRequestException, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJsonText } from '../../../platform/http/json-text.ts';
import { Problem } from '../../../platform/http/problem.dto.ts';
import { REVIEWED_TYPES, ReviewReads } from '../application/review-reads.ts';
import { Review } from './reviews.dto.ts';

@ApiTags('reviews')
@Controller('review')
export class ReviewsController {
  constructor(private readonly reviews: ReviewReads) {}

  @Get(':productType/:productId')
  @ApiOperation({ operationId: 'listReviews', summary: 'Reviews of one product, newest first' })
  @ApiParam({ name: 'productType', enum: REVIEWED_TYPES })
  @ApiOkResponse({ type: [Review] })
  @ApiBadRequestResponse({ type: Problem })
  async listReviews(
    @Param('productType') productType: string,
    @Param('productId') productId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const type = REVIEWED_TYPES.find((known) => known === productType);
    if (type === undefined) throw new BadRequestException('The type of a reviewed product is kinguin or software.');
    sendJsonText(request, reply, await this.reviews.ofProduct(type, productId));
  }
}
