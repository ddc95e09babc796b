import { findGenre, findPlatform, kinguinIdFromSlug, LONGEST_SEARCH, PAGE_SIZES } from '@keyturn/shop-rules';
import { Body, Controller, Get, HttpCode, NotFoundException, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiExtraModels, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SendsETag } from '../../../../platform/http/openapi/openapi-answers.ts';
import { Problem } from '../../../../platform/http/responses/problem.dto.ts';
import { RepeatedJson, sendJsonText } from '../../../../platform/http/responses/json-text.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { CatalogueReads } from '../../application/catalogue-reads.ts';
import {
  HomeFeatured,
  HomeSection,
  homeSchema,
  Product,
  ProductPage,
  SimilarProducts,
  SoftwareDetail,
  SoftwarePage,
} from './catalog.dto.ts';
import { ProductListQuery, readProductListQuery, refuse } from './list-query.dto.ts';
import { SimilarProductsRequest } from './similar-products.dto.ts';

@ApiTags('catalog')
@ApiBadRequestResponse({ type: Problem })
@SendsETag()
@Controller()
export class CatalogController {
  private readonly homeJson = new RepeatedJson();

  constructor(private readonly catalogue: CatalogueReads) {}

  @Get('home')
  @ApiExtraModels(HomeFeatured, HomeSection)
  @ApiOperation({ operationId: 'getHome', summary: 'Get the home page', description: 'Its hero products and its sections.' })
  @ApiOkResponse({ schema: homeSchema })
  async getHome(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.homeJson.send(request, reply, await this.catalogue.home());
  }

  @Get('products/kinguinId/:id')
  @ApiOperation({ operationId: 'getGameByKinguinId', summary: 'Get a game', description: 'By its kinguinId.' })
  @ApiOkResponse({ type: Product })
  @ApiNotFoundResponse({ type: Problem })
  async getGameByKinguinId(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!/^\d+$/.test(id)) refuse('id', 'The id of a game must be a number.');
    const kinguinId = kinguinIdFromSlug(id);
    sendJsonText(request, reply, found(kinguinId === null ? null : await this.catalogue.gameByKinguinId(kinguinId)));
  }

  @Get('products/kinguin/:platform')
  @Limited('list')
  @ApiOperation({ operationId: 'listPlatformProducts', summary: 'List games of a platform', description: '16 a page.' })
  @ApiOkResponse({ type: ProductPage })
  @ApiNotFoundResponse({ type: Problem })
  async listPlatformProducts(
    @Param('platform') name: string,
    @Query() query: ProductListQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const platform = findPlatform(name);
    if (platform === null) throw new NotFoundException('There is no such platform.');
    sendJsonText(request, reply, await this.catalogue.gamesOfPlatform(platform, readProductListQuery(query, PAGE_SIZES.platform)));
  }

  @Get('products')
  @Limited('list')
  @ApiOperation({ operationId: 'listSoftware', summary: 'List software', description: '24 a page.' })
  @ApiOkResponse({ type: SoftwarePage })
  async listSoftware(@Query() query: ProductListQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, await this.catalogue.software(readProductListQuery(query, PAGE_SIZES.software)));
  }

  @Get('products/getAllProductsFiltred')
  @Limited('list')
  @ApiOperation({ operationId: 'listFilteredProducts', summary: 'List games', description: '16 a page.' })
  @ApiOkResponse({ type: ProductPage })
  async listFilteredProducts(@Query() query: ProductListQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, await this.catalogue.games(readProductListQuery(query, PAGE_SIZES.filtered)));
  }

  @Get('products/search/:query')
  @Limited('search')
  @ApiOperation({ operationId: 'searchProducts', summary: 'Search games and software', description: 'By words of their names, 10 a page.' })
  @ApiOkResponse({ type: ProductPage })
  async searchProducts(
    @Param('query') text: string,
    @Query() query: ProductListQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (text.length > LONGEST_SEARCH) refuse('query', `A search may have at most ${LONGEST_SEARCH} characters.`);
    sendJsonText(request, reply, await this.catalogue.search(text, readProductListQuery(query, PAGE_SIZES.search)));
  }

  @Get('products/:id')
  @ApiOperation({ operationId: 'getSoftware', summary: 'Get a software product', description: "By the shop's own id." })
  @ApiOkResponse({ type: SoftwareDetail })
  @ApiNotFoundResponse({ type: Problem })
  async getSoftware(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, found(await this.catalogue.softwareById(id)));
  }

  @Post('products/similarProducts')
  @Limited('similar-products')
  @HttpCode(200)
  @ApiOperation({ operationId: 'listSimilarProducts', summary: 'List similar products', description: 'Never includes the product itself.' })
  @ApiOkResponse({ type: SimilarProducts })
  async listSimilarProducts(
    @Body() body: SimilarProductsRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const genres = (body.genres ?? []).flatMap((name) => findGenre(name) ?? []);
    const platform = findPlatform(body.platform ?? '');
    sendJsonText(request, reply, await this.catalogue.similarTo({ id: String(body.id), genres, platform }));
  }
}

function found(text: string | null): string {
  if (text === null) throw new NotFoundException('This product does not exist or is no longer sold.');
  return text;
}
