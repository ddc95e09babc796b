import { Controller, Delete, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { TakesPicture } from '../../../platform/http/requests/takes-picture.ts';
import { uploadedPicture } from '../../../platform/http/requests/uploaded-file.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Clock } from '../../../shared/ports.ts';
import { By, type Operator, OpsRoute, ReasonQuery } from '../../ops/index.ts';
import { Catalogue } from '../application/catalogue.ts';
import { StaffProducts } from '../application/ops/staff-products.ts';
import { SetPictures } from '../application/ops/set-pictures.ts';
import { ProductNotFound } from '../domain/product-change-errors.ts';
import { ProductAnswer } from './products-ops.answers.ts';

const PRODUCT = { name: 'product', description: 'kinguinId, or the own id', example: '24532' } as const;

/** Cover and screenshots of a product. */
@ApiTags(OPS_TAGS.catalogue)
@ApiNotFoundResponse({ type: Problem, example: problemExample(404, new ProductNotFound().message, 'product') })
@OpsRoute('catalogue')
@Controller('ops/products')
export class ProductPicturesOpsController {
  constructor(
    private readonly staffProducts: StaffProducts,
    private readonly catalogue: Catalogue,
    private readonly pictures: SetPictures,
    private readonly clock: Clock,
  ) {}

  @Put(':product/cover')
  @ApiParam(PRODUCT)
  @TakesPicture()
  @ApiOperation({
    operationId: 'setCover',
    summary: 'Upload the cover of a product',
    description: 'PNG, JPEG, WebP or GIF of at most 10 MB, best 3:4.',
  })
  @ApiOkResponse({ type: ProductAnswer })
  async setCover(
    @Param('product') name: string,
    @Query() { reason }: ReasonQuery,
    @Req() request: FastifyRequest,
    @By() by: Operator,
  ): Promise<unknown> {
    const id = await this.idOf(name);
    await this.pictures.cover(name, await uploadedPicture(request), { by, reason });
    return this.view(id);
  }

  @Post(':product/screenshots')
  @HttpCode(201)
  @ApiParam(PRODUCT)
  @TakesPicture()
  @ApiOperation({
    operationId: 'addScreenshot',
    summary: 'Upload a screenshot of a product',
    description: 'PNG, JPEG, WebP or GIF of at most 10 MB, best 16:9.',
  })
  @ApiCreatedResponse({ type: ProductAnswer })
  @ApiConflictResponse({ type: Problem, description: 'It has ten already' })
  async addScreenshot(
    @Param('product') name: string,
    @Query() { reason }: ReasonQuery,
    @Req() request: FastifyRequest,
    @By() by: Operator,
  ): Promise<unknown> {
    const id = await this.idOf(name);
    await this.pictures.addScreenshot(name, await uploadedPicture(request), { by, reason });
    return this.view(id);
  }

  @Delete(':product/screenshots/:place')
  @HttpCode(204)
  @ApiParam(PRODUCT)
  @ApiParam({ name: 'place', type: 'integer', description: 'From 1', example: 1 })
  @ApiOperation({ operationId: 'removeScreenshot', summary: 'Delete a screenshot of a product' })
  @ApiNoContentResponse()
  async removeScreenshot(
    @Param('product') name: string,
    @Param('place') place: string,
    @Query() { reason }: ReasonQuery,
    @By() by: Operator,
  ): Promise<void> {
    await this.pictures.removeScreenshot(name, /^\d{1,3}$/.test(place) ? Number(place) : 0, { by, reason });
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
