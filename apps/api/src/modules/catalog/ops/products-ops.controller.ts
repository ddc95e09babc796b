import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Clock } from '../../../shared/ports.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsPaging, OpsRoute, pageOf, ReasonQuery, windowOf } from '../../ops/index.ts';
import { Catalogue } from '../application/catalogue.ts';
import { ChangeProduct } from '../application/ops/change-product.ts';
import { CreateProduct } from '../application/ops/create-product.ts';
import { PriceProduct } from '../application/ops/price-product.ts';
import { StaffProducts } from '../application/ops/staff-products.ts';
import { ProductNotFound, SaleOverlaps } from '../domain/product-change-errors.ts';
import { amountsOf, consentOf, feedLineOf, majorAmounts, offerOf, periodOf } from './products-ops.views.ts';
import { PriceHistory, ProductAnswer, ProductItem, SaleAnswer } from './products-ops.answers.ts';
import { ChangeProductBody, NewProductBody, PriceBody, ProductsQuery, SaleBody } from './products-ops.dto.ts';

const MONTH_MS = 30 * 86_400_000;
const PRODUCT = { name: 'product', description: 'kinguinId, or the own id', example: '24532' } as const;

@ApiTags(OPS_TAGS.catalogue)
@ApiNotFoundResponse({ type: Problem, example: problemExample(404, new ProductNotFound().message, 'product') })
@OpsRoute('viewer')
@Controller('ops/products')
export class ProductsOpsController {
  constructor(
    private readonly staffProducts: StaffProducts,
    private readonly catalogue: Catalogue,
    private readonly changing: ChangeProduct,
    private readonly creating: CreateProduct,
    private readonly pricing: PriceProduct,
    private readonly clock: Clock,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'opsListProducts', summary: 'Find products', description: 'Including hidden ones, the most popular first.' })
  @ApiOpsPage(ProductItem)
  async opsListProducts(@Query() query: ProductsQuery): Promise<OpsPage<unknown>> {
    const { q, platform, hidden } = query;
    const filter = { ...(q && { query: q }), ...(platform && { platform }), ...(hidden !== undefined && { isHidden: hidden }) };
    const { items, total } = await this.staffProducts.list(filter, windowOf(query), this.clock.now());
    return pageOf(items, total, query);
  }

  @Post()
  @HttpCode(201)
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'createProduct',
    summary: 'Create a product',
    description:
      "A product of the shop's own. A game gets a kinguinId from 1,000,000,000 up. Its cover is a tile with its initials until one is uploaded. Upload its keys with POST /ops/keys.",
  })
  @ApiCreatedResponse({ type: ProductAnswer })
  async createProduct(@Body() body: NewProductBody, @By() by: Operator): Promise<unknown> {
    const id = await this.creating.run(feedLineOf(body), body.isHidden ?? false, { by, reason: body.reason });
    return this.view(id);
  }

  @Get(':product')
  @ApiParam(PRODUCT)
  @ApiOperation({ operationId: 'opsGetProduct', summary: 'Get a product', description: 'Everything about one product.' })
  @ApiOkResponse({ type: ProductAnswer })
  async opsGetProduct(@Param('product') name: string): Promise<unknown> {
    return this.view(await this.idOf(name));
  }

  @Patch(':product')
  // Margins and the rules of fraud go by them.
  @OpsRoute('catalogue', { needsCode: ['category', 'genres'] })
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'changeProduct',
    summary: 'Update a product',
    description:
      'Changes it, hides it or shows it again. Fields that are left out stay as they are. A supplier import does not overwrite what was set here.',
  })
  @ApiBody({
    type: ChangeProductBody,
    examples: {
      limit: { summary: 'How many pieces one cart may hold; null: no limit of its own', value: { limitPerBasket: 3, reason: '' } },
      hide: { summary: 'Hide it: in no list, and not for sale', value: { isHidden: true, reason: '' } },
      show: { summary: 'Show it again', value: { isHidden: false, reason: '' } },
      texts: {
        summary: 'Other texts; every field of the schema can be sent',
        value: { name: 'ARK: Survival Ascended', notes: '<p>Activate it in Europe.</p>', regions: ['Europe'], reason: '' },
      },
    },
  })
  @ApiOkResponse({ type: ProductAnswer })
  async changeProduct(
    @Param('product') name: string,
    @Body() { reason, ...body }: ChangeProductBody,
    @By() by: Operator,
  ): Promise<unknown> {
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return this.view(await this.changing.run(name, change, { by, reason }));
  }

  @Put(':product/price')
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'setPrice',
    summary: 'Set the price of a product',
    description:
      'From now or a later moment on, permanently or for a time. Replaces what was planned for that time (`before.planned` in `GET /ops/audit?action=products.price` has what that was), and is on the page two seconds after its start at the latest. After its end the price is what it would have been. Amounts that are given stay when exchange rates or margin change, and imports no longer change the price of this product, even after the end of a price that has one, until `{}` is put. Without euros the price is derived from the cost again, and with `{}`, no amount and no times, imports set it again; other currencies that are left out are derived from the euros. For a discount plan a sale. A price below the cost of the product is refused (409) unless an owner sends `belowCost`, one more than 90 % below what is charged unless `confirm` is sent.',
  })
  @ApiBody({
    type: PriceBody,
    examples: {
      now: { summary: 'Another price from now on', value: { eur: 44.99, usd: 48.99, reason: '' } },
      later: { summary: 'Another price from a day on', value: { eur: 49.99, startsAt: '2026-12-01', reason: '' } },
      forATime: {
        summary: 'Another price for some weeks, without calling it a discount',
        value: { eur: 39.99, startsAt: '2026-12-01', endsAt: '2026-12-24', reason: '' },
      },
    },
  })
  @ApiOkResponse({ type: ProductAnswer })
  @ApiConflictResponse({ type: Problem, description: 'Below cost, or more than 90 % off' })
  async setPrice(@Param('product') name: string, @Body() body: PriceBody, @By() by: Operator): Promise<unknown> {
    return this.view(
      await this.pricing.set(name, amountsOf(body), { ...periodOf(body, this.calendar), ...consentOf(body) }, { by, reason: body.reason }),
    );
  }

  @Get(':product/prices')
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'listPrices',
    summary: 'List prices of a product',
    description: 'Every past and planned price, and the lowest of the last 30 days.',
  })
  @ApiOkResponse({ type: PriceHistory })
  async listPrices(@Param('product') name: string, @Query() query: OpsPaging): Promise<unknown> {
    const id = await this.idOf(name);
    const now = this.clock.now();
    const lowest = await this.staffProducts.lowest(id, new Date(now.getTime() - MONTH_MS), now);
    const { items, total } = await this.staffProducts.prices(id, windowOf(query));
    return { lowestOfLast30Days: majorAmounts(lowest), ...pageOf(items, total, query) };
  }

  @Post(':product/sales')
  @HttpCode(201)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'planSale',
    summary: 'Plan a sale',
    description:
      'A discount with start and end. It is on the page two seconds after its start at the latest, and removed again after its end. Of the sale and the price at the time the lower is charged, in each currency. A sale that would raise a price is refused (409), with the price now and then; so is a price below the cost of the product unless an owner sends `belowCost`, another sale in that time, and more than 90 % off unless `confirm` is sent.',
  })
  @ApiBody({
    type: SaleBody,
    examples: {
      percent: {
        summary: 'A tenth off for four whole days',
        value: { percent: 10, startsAt: '2026-11-27', endsAt: '2026-11-30', reason: '' },
      },
      amounts: {
        summary: 'Another amount, from now on until',
        value: { amounts: { eur: 14.99 }, endsAt: '2026-11-30T18:00:00Z', reason: '' },
      },
    },
  })
  @ApiCreatedResponse({ type: SaleAnswer })
  @ApiConflictResponse({ type: Problem, example: problemExample(409, new SaleOverlaps().message) })
  async planSale(@Param('product') name: string, @Body() body: SaleBody, @By() by: Operator): Promise<unknown> {
    const id = await this.pricing.planSale(name, offerOf(body, this.calendar), { by, reason: body.reason });
    return { id, product: await this.view(await this.idOf(name)) };
  }

  @Delete(':product/sales/:sale')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(PRODUCT)
  @ApiParam({ name: 'sale', description: 'The id of the sale, as GET /ops/products/{product}/prices lists it', example: '4711' })
  @ApiOperation({ operationId: 'endSale', summary: 'End a sale', description: 'At once. One that has not started never does.' })
  @ApiNoContentResponse()
  async endSale(
    @Param('product') name: string,
    @Param('sale') sale: string,
    @Query() { reason }: ReasonQuery,
    @By() by: Operator,
  ): Promise<void> {
    await this.pricing.endSale(name, sale, { by, reason });
  }

  private async idOf(name: string): Promise<string> {
    const id = (await this.catalogue.productIds([name])).get(name);
    if (id === undefined) throw new ProductNotFound();
    return id;
  }

  private view(id: string): Promise<unknown> {
    return this.staffProducts.view(id, this.clock.now());
  }
}
