import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, StreamableFile } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { csvOf } from '../../../platform/http/responses/csv.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsPaging, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { SteerSuppliers } from '../application/steer-suppliers.ts';
import { LinkUnfit, SupplierOff, SupplierUnknown } from '../domain/supplier-errors.ts';
import { REPORT_COLUMNS, REPORT_EXAMPLE, reportCells } from './supplier-report.ts';
import { SupplierViews } from './supplier-views.ts';
import { NAME } from './purchase-params.ts';
import {
  LinkBody,
  OfferItem,
  OffersQuery,
  PurchaseItem,
  PurchasesQuery,
  ReportQuery,
  SupplierReasonBody,
  SuppliersAnswer,
  SyncAnswer,
  SyncBody,
  SyncView,
} from './suppliers-ops.dto.ts';

const noSuchSupplier = { type: Problem, example: problemExample(404, new SupplierUnknown().message) } as const;

@ApiTags(OPS_TAGS.suppliers)
@OpsRoute('viewer')
@Controller('ops/suppliers')
export class SuppliersOpsController {
  constructor(
    private readonly views: SupplierViews,
    private readonly steer: SteerSuppliers,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listSuppliers',
    summary: 'List suppliers',
    description: 'Whether each can be reached, its balance, and how old its offers are. A worker checks once a minute.',
  })
  @ApiOkResponse({ type: SuppliersAnswer })
  async listSuppliers(): Promise<SuppliersAnswer> {
    return { items: await this.views.suppliers() };
  }

  @Get('report.csv')
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'exportSupplierReport',
    summary: 'Export cost and margin',
    description:
      'Completed purchases as CSV, a line for each day and supplier: keys, what they cost, what the buyers paid for those that the shop had not before, and what is left. Of purchases that the supplier cancelled or refunded, keys that had come count. Keys that went back are deducted on the day of their return, with what was paid back and, if no buyer had them, what was charged; what a buyer was refunded, on the day of the refund. Of the last 30 days where no time is given.',
  })
  @ApiOkResponse({
    description: 'CSV with a header, in UTF-8; amounts in euros',
    content: { 'text/csv': { schema: { type: 'string' }, example: REPORT_EXAMPLE } },
  })
  async exportSupplierReport(@Query() query: ReportQuery): Promise<StreamableFile> {
    return new StreamableFile(await csvOf(REPORT_COLUMNS, this.views.report(query), reportCells), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="suppliers.csv"',
    });
  }

  @Get(':name/offers')
  @ApiParam(NAME)
  @ApiOperation({
    operationId: 'listSupplierOffers',
    summary: 'List offers of a supplier',
    description: 'As the latest synchronisation saw them, by the supplier’s product, cheapest first.',
  })
  @ApiOpsPage(OfferItem)
  @ApiNotFoundResponse(noSuchSupplier)
  async listSupplierOffers(@Param('name') name: string, @Query() query: OffersQuery): Promise<OpsPage<OfferItem>> {
    const filter = { isWithoutStock: query.ownStock === '0', ...(query.linked !== undefined && { isLinked: query.linked }) };
    const { items, total } = await this.views.offers(name, filter, windowOf(query));
    return pageOf(items, total, query);
  }

  @Get(':name/syncs')
  @ApiParam(NAME)
  @ApiOperation({
    operationId: 'listSyncs',
    summary: 'List synchronisations of a supplier',
    description: 'What each read and changed, newest first.',
  })
  @ApiOpsPage(SyncView)
  @ApiNotFoundResponse(noSuchSupplier)
  async listSyncs(@Param('name') name: string, @Query() query: OpsPaging): Promise<OpsPage<SyncView>> {
    const { items, total } = await this.views.syncsOf(name, windowOf(query));
    return pageOf(items, total, query);
  }

  @Get(':name/purchases')
  @OpsRoute('catalogue')
  @ApiParam(NAME)
  @ApiOperation({
    operationId: 'listPurchases',
    summary: 'List purchases from a supplier',
    description: 'What was bought for backorders, newest first, with the references of both sides and what it cost.',
  })
  @ApiOpsPage(PurchaseItem)
  @ApiNotFoundResponse(noSuchSupplier)
  async listPurchases(@Param('name') name: string, @Query() query: PurchasesQuery): Promise<OpsPage<PurchaseItem>> {
    const { items, total } = await this.views.purchasesOf(name, query.state ?? null, windowOf(query));
    return pageOf(items, total, query);
  }

  @Post(':name/pause')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(NAME)
  @ApiOperation({
    operationId: 'pauseSupplier',
    summary: 'Pause a supplier',
    description: 'Its offers are not synchronised, and nothing new is bought from it.',
  })
  @ApiNoContentResponse({ description: 'Paused now, or before' })
  @ApiNotFoundResponse(noSuchSupplier)
  async pauseSupplier(@Param('name') name: string, @Body() { reason }: SupplierReasonBody, @By() by: Operator): Promise<void> {
    await this.steer.pause(name, { by, reason });
  }

  @Post(':name/resume')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(NAME)
  @ApiOperation({ operationId: 'resumeSupplier', summary: 'Resume a supplier', description: 'Ends a pause.' })
  @ApiNoContentResponse({ description: 'Not paused now' })
  @ApiNotFoundResponse(noSuchSupplier)
  async resumeSupplier(@Param('name') name: string, @Body() { reason }: SupplierReasonBody, @By() by: Operator): Promise<void> {
    await this.steer.resume(name, { by, reason });
  }

  @Post(':name/sync')
  @HttpCode(202)
  @OpsRoute('catalogue')
  @ApiParam(NAME)
  @ApiOperation({
    operationId: 'syncSupplier',
    summary: 'Synchronise offers of a supplier',
    description:
      'A worker reads all offers. Where one is open already, its id is answered. One that sees far fewer products than are stored fails and removes nothing, unless it sees as many as `acceptFewer` says.',
  })
  @ApiAcceptedResponse({ type: SyncAnswer })
  @ApiNotFoundResponse(noSuchSupplier)
  @ApiConflictResponse({ type: Problem, description: 'Off or paused', example: problemExample(409, new SupplierOff().message) })
  async syncSupplier(@Param('name') name: string, @Body() { reason, acceptFewer }: SyncBody, @By() by: Operator): Promise<SyncAnswer> {
    return { sync: await this.steer.sync(name, acceptFewer, { by, reason }) };
  }

  @Put(':name/products/:supplierProduct')
  @HttpCode(204)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam(NAME)
  @ApiParam({
    name: 'supplierProduct',
    description: 'The supplier’s own id of the product',
    example: '6313677f-5219-47e4-a067-7401f55c5a3a',
  })
  @ApiOperation({
    operationId: 'linkSupplierProduct',
    summary: 'Link a product of a supplier',
    description:
      'Says of which product of the shop a supplier’s product is. Products of Kinguin are linked by their kinguinId without it; a link comes first.',
  })
  @ApiNoContentResponse()
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new LinkUnfit().message, 'product') })
  @ApiNotFoundResponse(noSuchSupplier)
  async linkSupplierProduct(
    @Param('name') name: string,
    @Param('supplierProduct') supplierProduct: string,
    @Body() { product, reason }: LinkBody,
    @By() by: Operator,
  ): Promise<void> {
    await this.steer.link(name, supplierProduct, product, { by, reason });
  }
}
