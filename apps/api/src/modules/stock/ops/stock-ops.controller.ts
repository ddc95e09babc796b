import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { Catalogue } from '../../catalog/index.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { ReleaseKeys } from '../application/release-keys.ts';
import { StockReads } from '../application/stock-reads.ts';
import { SetLowThreshold } from '../application/stock-watch.ts';
import { TakeBackKeys } from '../application/take-back-keys.ts';
import { SpanReversed, UnknownProduct } from '../domain/key-errors.ts';
import {
  ProductThresholdBody,
  ReleaseAllBody,
  ReleasedAnswer,
  ReleaseProductBody,
  ReleaseQuery,
  ShopThresholdBody,
  StockItem,
  StockQuery,
  TakeBackBody,
  TakeBackQuery,
  TakenBackAnswer,
} from './stock-ops.dto.ts';

const PRODUCT = { name: 'product', description: 'kinguinId, or the own id of software', example: '24532' } as const;
const noSuchProduct = { type: Problem, example: problemExample(404, new UnknownProduct().message, 'product') } as const;

@ApiTags(OPS_TAGS.keys)
@OpsRoute('viewer')
@Controller('ops/stock')
export class StockOpsController {
  constructor(
    private readonly reads: StockReads,
    private readonly catalogue: Catalogue,
    private readonly setThreshold: SetLowThreshold,
    private readonly releaseKeys: ReleaseKeys,
    private readonly takeBack: TakeBackKeys,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listStock',
    summary: 'List stock',
    description: 'How many keys each product has, lowest first. Products that ever had keys.',
  })
  @ApiOpsPage(StockItem)
  async listStock(@Query() query: StockQuery): Promise<OpsPage<StockItem>> {
    const { product, low } = query;
    const productId = product ? ((await this.catalogue.productIds([product])).get(product) ?? '') : undefined;
    const filter = { ...(productId !== undefined && { productId }), ...(low !== undefined && { isLow: low }) };
    const { items, total } = await this.reads.levels(filter, windowOf(query));
    return pageOf(items, total, query);
  }

  @Put('threshold')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'setStockThreshold',
    summary: 'Set the low-stock threshold',
    description:
      'The number of keys at which the shop is warned by mail: once for each product, and again after a restock. A product with a threshold of its own is not affected.',
  })
  @ApiNoContentResponse()
  async setStockThreshold(@Body() { threshold, reason }: ShopThresholdBody, @By() by: Operator): Promise<void> {
    await this.setThreshold.shop(threshold, { by, reason });
  }

  @Put(':product/threshold')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'setProductStockThreshold',
    summary: 'Set the low-stock threshold of a product',
    description: 'The number of its keys at which the shop is warned by mail.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchProduct)
  async setProductStockThreshold(
    @Param('product') name: string,
    @Body() { threshold, reason }: ProductThresholdBody,
    @By() by: Operator,
  ): Promise<void> {
    await this.setThreshold.product(name, threshold, { by, reason });
  }

  @Post(':product/burn')
  @HttpCode(200)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'burnProductStock',
    summary: 'Burn unsold keys of a product',
    description:
      'Those that were added between two moments, to reverse a bad upload. Try it with dryRun=true first. `GET /ops/audit?action=keys.upload` shows when an upload was, with one entry for each of its batches, written just after its keys: begin some seconds before the first. Keys that an order holds stay in it, paid or not, and are never sold again: one that its order returns goes into quarantine, where a second call burns it. Replace sold ones in their orders. Burnt keys cannot be uploaded again.',
  })
  @ApiOkResponse({ type: TakenBackAnswer })
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new SpanReversed().message, 'to') })
  @ApiNotFoundResponse(noSuchProduct)
  async burnProductStock(
    @Param('product') name: string,
    @Query() query: TakeBackQuery,
    @Body() { from, to, reason }: TakeBackBody,
    @By() by: Operator,
  ): Promise<TakenBackAnswer> {
    const isDryRun = query.dryRun ?? false;
    const span = { from: this.calendar.start(from), to: this.calendar.last(to) };
    return { dryRun: isDryRun, ...(await this.takeBack.run(name, span, { isDryRun, by, reason })) };
  }

  @Post('release')
  @HttpCode(200)
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'releaseStock',
    summary: 'Release stock after a restore',
    description:
      'Puts the keys of all products, except those that are named, back on sale. Try it with dryRun=true first, which counts keys by cause. It reverses `npm run keys:quarantine`, see `docs/how-to/operators/restore.md`. Name every product of which the payment provider shows a payment since the backup, or of which staff has given a key away. Keys that are in quarantine for another cause stay, unless `cause` names it, and those that go back to their supplier, or went.',
  })
  @ApiOkResponse({ type: ReleasedAnswer })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new UnknownProduct().message, 'soldSince') })
  async releaseStock(
    @Query() { dryRun = false }: ReleaseQuery,
    @Body() { soldSince, cause = 'restore', reason }: ReleaseAllBody,
    @By() by: Operator,
  ): Promise<ReleasedAnswer> {
    return { dryRun, ...(await this.releaseKeys.allBut(soldSince, { cause, isDryRun: dryRun }, { by, reason })) };
  }

  @Post(':product/release')
  @HttpCode(200)
  @OpsRoute('owner', { needsCode: true })
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'releaseProductStock',
    summary: 'Release stock of a product',
    description:
      'After a restore: puts its keys back on sale, newest first. Try it with dryRun=true first. Keys are sold oldest first: those that were sold since the backup are among the oldest. Keys that are in quarantine for another cause stay, unless `cause` names it, and those that go back to their supplier, or went.',
  })
  @ApiOkResponse({ type: ReleasedAnswer })
  @ApiNotFoundResponse(noSuchProduct)
  async releaseProductStock(
    @Param('product') name: string,
    @Query() { dryRun = false }: ReleaseQuery,
    @Body() { newest, cause = 'restore', reason }: ReleaseProductBody,
    @By() by: Operator,
  ): Promise<ReleasedAnswer> {
    return { dryRun, ...(await this.releaseKeys.product(name, { newest: newest ?? null, cause, isDryRun: dryRun }, { by, reason })) };
  }
}
