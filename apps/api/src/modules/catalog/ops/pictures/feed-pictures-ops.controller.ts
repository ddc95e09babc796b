import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import { imagePath } from '../../../../platform/images/recipe.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../../ops/index.ts';
import { Catalogue } from '../../application/catalogue.ts';
import { FeedPictures } from '../../application/feed-pictures.ts';
import { RetryPictures } from '../../application/ops/retry-pictures.ts';
import { ProductNotFound } from '../../domain/product-change-errors.ts';
import { FeedPictureItem, FeedPicturesQuery, RetriedPictures, RetryPicturesBody } from './feed-pictures-ops.dto.ts';

const SHOWN_WIDTH = 320;
const noSuchProduct = { type: Problem, example: problemExample(404, new ProductNotFound().message, 'product') } as const;

/** Pictures that feeds name by addresses of others. */
@ApiTags(OPS_TAGS.catalogue)
@OpsRoute('viewer')
@Controller('ops/feed-pictures')
export class FeedPicturesOpsController {
  constructor(
    private readonly pictures: FeedPictures,
    private readonly retryPictures: RetryPictures,
    private readonly catalogue: Catalogue,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listFeedPictures',
    summary: 'List pictures of feeds',
    description: 'Pictures that a worker fetches, with why it could not. Without a filter those that failed; latest change first.',
  })
  @ApiOpsPage(FeedPictureItem)
  async listFeedPictures(@Query() query: FeedPicturesQuery): Promise<OpsPage<FeedPictureItem>> {
    const productId = query.product === undefined ? undefined : (await this.catalogue.productIds([query.product])).get(query.product);
    if (query.product !== undefined && productId === undefined) return pageOf([], 0, query);
    const state = query.state ?? (productId === undefined ? 'failed' : undefined);
    const { items, total } = await this.pictures.list({ ...(state && { state }), ...(productId && { productId }) }, windowOf(query));
    const shown = items.map(({ imageId, ...item }) => ({ ...item, image: imageId && imagePath(imageId, SHOWN_WIDTH) }));
    return pageOf(shown, total, query);
  }

  @Post('retry')
  @HttpCode(202)
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'retryFeedPictures',
    summary: 'Retry pictures of feeds',
    description: 'Those that failed, and those that wait for their next try; a worker fetches them within seconds.',
  })
  @ApiAcceptedResponse({ type: RetriedPictures })
  @ApiNotFoundResponse(noSuchProduct)
  async retryFeedPictures(@Body() { product, reason }: RetryPicturesBody, @By() by: Operator): Promise<RetriedPictures> {
    return { pictures: await this.retryPictures.run(product ?? null, { by, reason }) };
  }
}
