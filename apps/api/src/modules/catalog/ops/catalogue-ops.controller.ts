import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiPayloadTooLargeResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { spooled } from '../../../platform/http/requests/spooled.ts';
import { uploadedFile } from '../../../platform/http/requests/uploaded-file.ts';
import { Clock } from '../../../shared/ports.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsPaging, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { ArrangeHome, type Home, HomeSections } from '../application/ops/arrange-home.ts';
import { CatalogueJobs, SetPricing, StartImport } from '../application/ops/catalogue-jobs.ts';
import { PlanSales } from '../application/ops/plan-sales.ts';
import { PricingRules, Sales } from '../application/ports.ts';
import { CatalogueJobNotFound } from '../domain/product-change-errors.ts';
import {
  HomeAnswer,
  HomeBody,
  HomeQuery,
  ImportQuery,
  JobAnswer,
  PricingAnswer,
  PlannedSales,
  PricingBody,
  SalesQuery,
} from './catalogue-ops.dto.ts';
import { SaleItem } from './products-ops.answers.ts';
import { FileForm, SalesBody } from './products-ops.dto.ts';
import { offerOf } from './products-ops.views.ts';

const LARGEST_FEED_MEBIBYTES = 1024;

@ApiTags(OPS_TAGS.catalogue)
@OpsRoute('viewer')
@Controller('ops')
export class CatalogueOpsController {
  constructor(
    private readonly jobs: CatalogueJobs,
    private readonly startImport: StartImport,
    private readonly pricing: PricingRules,
    private readonly changePricing: SetPricing,
    private readonly homeSections: HomeSections,
    private readonly arrange: ArrangeHome,
    private readonly sales: Sales,
    private readonly planning: PlanSales,
    private readonly clock: Clock,
    private readonly calendar: ShopCalendar,
  ) {}

  @Post('imports')
  @HttpCode(202)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: FileForm })
  @ApiOperation({
    operationId: 'startImport',
    summary: 'Import a supplier file',
    description:
      'JSON lines, one JSON array, or result pages of the supplier, up to 1 GB. A worker reads it: follow it with GET /ops/imports/{id}. Fields set by staff are not overwritten. Importing a file again changes nothing.',
  })
  @ApiAcceptedResponse({ type: JobAnswer })
  @ApiPayloadTooLargeResponse({ type: Problem, description: 'A file of more than 1 GB' })
  async startSupplierImport(
    @Query() { dryRun, reason }: ImportQuery,
    @Req() request: FastifyRequest,
    @By() by: Operator,
  ): Promise<unknown> {
    const file = await uploadedFile(request, LARGEST_FEED_MEBIBYTES);
    const id = await spooled(file.content, (content) =>
      this.startImport.run({ name: file.name, content }, dryRun ?? false, { by, reason }),
    );
    return this.jobs.view(id, 'import');
  }

  @Get('imports')
  @ApiOperation({ operationId: 'listImports', summary: 'List supplier imports', description: 'Newest first.' })
  @ApiOpsPage(JobAnswer)
  async listImports(@Query() query: OpsPaging): Promise<OpsPage<unknown>> {
    const { items, total } = await this.jobs.list('import', windowOf(query));
    return pageOf(items, total, query);
  }

  @Get('imports/:id')
  @ApiParam({ name: 'id', description: 'The id that POST /ops/imports answered', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOperation({
    operationId: 'getImport',
    summary: 'Get a supplier import',
    description: 'Its progress, and the lines that were rejected.',
  })
  @ApiOkResponse({ type: JobAnswer })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new CatalogueJobNotFound().message) })
  async getImport(@Param('id') id: string): Promise<unknown> {
    const job = await this.jobs.view(id, 'import');
    if (job === null) throw new CatalogueJobNotFound();
    return job;
  }

  @Get('pricing')
  @ApiOperation({
    operationId: 'getPricing',
    summary: 'Get margin and exchange rates',
    description: 'With the progress of the latest repricing.',
  })
  @ApiOkResponse({ type: PricingAnswer })
  async getPricing(): Promise<unknown> {
    const { margin, exchangeRates } = await this.pricing.current();
    const { items } = await this.jobs.list('reprice', { offset: 0, limit: 1 });
    return { margin, usd: exchangeRates.Usd, pln: exchangeRates.Pln, gbp: exchangeRates.Gbp, repricing: items[0] ?? null };
  }

  @Put('pricing')
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'setPricing',
    summary: 'Set margin and exchange rates',
    description: 'A worker reprices the whole catalogue in one job; follow it with GET /ops/pricing. Amounts set by hand stay.',
  })
  @ApiOkResponse({ type: PricingAnswer })
  async setPricing(@Body() { margin, usd, pln, gbp, reason }: PricingBody, @By() by: Operator): Promise<unknown> {
    await this.changePricing.run({ margin, exchangeRates: { Usd: usd, Pln: pln, Gbp: gbp } }, { by, reason });
    return this.getPricing();
  }

  @Get('sales')
  @ApiOperation({
    operationId: 'listSales',
    summary: 'List sales',
    description:
      'Of all products, running and planned. Running ones: the first to end first. Planned ones: the first to start first. Sales that have ended are in the prices of their product.',
  })
  @ApiOpsPage(SaleItem)
  async listSales(@Query() query: SalesQuery): Promise<OpsPage<unknown>> {
    const { items, total } = await this.sales.list(query.state ?? 'running', windowOf(query), this.clock.now());
    return pageOf(items, total, query);
  }

  @Post('sales')
  @HttpCode(200)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiOperation({
    operationId: 'planSales',
    summary: 'Plan a sale of many products',
    description:
      'As POST /ops/products/{product}/sales, for each of them. A product for which the sale is not possible (it would raise its price, be below its cost, be more than 90 % off, or overlap another sale) is left out and listed with the reason.',
  })
  @ApiBody({
    type: SalesBody,
    examples: {
      percent: {
        summary: 'A tenth off for four whole days',
        value: { products: ['24532', '38506'], percent: 10, startsAt: '2026-11-27', endsAt: '2026-11-30', reason: '' },
      },
    },
  })
  @ApiOkResponse({ type: PlannedSales })
  planSales(@Body() body: SalesBody, @By() by: Operator): Promise<unknown> {
    return this.planning.run(body.products, offerOf(body, this.calendar), { by, reason: body.reason });
  }

  @Get('home')
  @ApiOperation({
    operationId: 'opsGetHome',
    summary: 'Get the home page',
    description:
      'Its hero products and sections. To change something, copy this answer into the body of PUT /ops/home, edit it there and add a `reason`.',
  })
  @ApiOkResponse({ type: HomeAnswer })
  async opsGetHome(): Promise<HomeAnswer> {
    return this.withNames(await this.homeSections.current());
  }

  @Put('home')
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'arrangeHome',
    summary: 'Replace the home page',
    description:
      '**Replaces hero and sections as a whole: what is not sent is removed, and the example below is only one section of two games.** Begin with the answer of GET /ops/home, which is valid here once `reason` is added: of a product only its `id` counts, and a plain "24532" does as well. Try it with dryRun=true first, which returns the resulting home page. Shoppers see a change within a second.',
  })
  @ApiOkResponse({ type: HomeAnswer })
  async arrangeHome(@Query() { dryRun }: HomeQuery, @Body() { hero, sections, reason }: HomeBody, @By() by: Operator): Promise<HomeAnswer> {
    const wanted = sections.map(({ id, name, products, afterSliderPlatform, afterSliderPrice }) => ({
      id: id ?? null,
      name,
      products,
      afterSliderPlatform: afterSliderPlatform ?? false,
      afterSliderPrice: afterSliderPrice ?? false,
    }));
    return this.withNames(await this.arrange.run({ hero, sections: wanted }, dryRun ?? false, { by, reason }));
  }

  private async withNames({ hero, sections }: Home): Promise<HomeAnswer> {
    const products = await this.homeSections.products([...new Set([...hero, ...sections.flatMap((section) => section.products)])]);
    const named = (ids: readonly string[]) => ids.flatMap((id) => products.get(id) ?? []);
    return { hero: named(hero), sections: sections.map((section) => ({ ...section, products: named(section.products) })) };
  }
}
