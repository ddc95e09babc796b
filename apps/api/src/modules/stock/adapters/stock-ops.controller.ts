import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/problem.dto.ts';
import { Catalogue } from '../../catalog/index.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { StockReads } from '../application/stock-reads.ts';
import { SetLowThreshold } from '../application/stock-watch.ts';
import { UnknownProduct } from '../domain/key-errors.ts';
import { ProductThresholdBody, ShopThresholdBody, StockItem, StockQuery } from './keys-ops.dto.ts';

@ApiTags(OPS_TAGS.keys)
@OpsRoute('viewer')
@Controller('ops/stock')
export class StockOpsController {
  constructor(
    private readonly reads: StockReads,
    private readonly catalogue: Catalogue,
    private readonly setThreshold: SetLowThreshold,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listStock',
    summary: 'How many keys each product has, lowest first',
    description: 'Products that ever had keys.',
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
    summary: 'At how many keys the shop is warned by mail',
    description: 'Once for each product, and again after it was restocked. A product with a threshold of its own keeps that.',
  })
  @ApiNoContentResponse()
  async setStockThreshold(@Body() { threshold }: ShopThresholdBody, @By() by: Operator): Promise<void> {
    await this.setThreshold.shop(threshold, by);
  }

  @Put(':product/threshold')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam({ name: 'product', description: 'kinguinId, or the own id of software', example: '24532' })
  @ApiOperation({ operationId: 'setProductStockThreshold', summary: 'At how many keys of one product the shop is warned' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new UnknownProduct().message, 'product') })
  async setProductStockThreshold(
    @Param('product') name: string,
    @Body() { threshold }: ProductThresholdBody,
    @By() by: Operator,
  ): Promise<void> {
    await this.setThreshold.product(name, threshold, by);
  }
}
