import { MOST_IN_SITEMAP_FILE } from '@keyturn/shop-rules';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJsonText } from '../../../../platform/http/responses/json-text.ts';
import { SendsETag } from '../../../../platform/http/openapi/openapi-answers.ts';
import { Problem } from '../../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { SitemapReads } from '../../application/sitemap-reads.ts';
import { MOST_SITEMAP_PRODUCTS, SitemapPage, SitemapPart, SitemapQuery } from './sitemap.dto.ts';

/** Data of the storefront's sitemaps. */
@ApiTags('catalog')
@ApiBadRequestResponse({ type: Problem })
@SendsETag()
@Controller('sitemap')
export class SitemapController {
  constructor(private readonly sitemap: SitemapReads) {}

  @Get('parts')
  @ApiOperation({
    operationId: 'listSitemapParts',
    summary: 'List sitemap parts',
    description: `Each part has ${MOST_IN_SITEMAP_FILE.toLocaleString('en')} visible products.`,
  })
  @ApiOkResponse({ type: [SitemapPart] })
  async listSitemapParts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, await this.sitemap.parts());
  }

  @Get('products')
  @Limited('sitemap')
  @ApiOperation({
    operationId: 'listSitemapProducts',
    summary: 'List products of the sitemap',
    description: "Visible products, ordered by the shop's own ids.",
  })
  @ApiOkResponse({ type: SitemapPage })
  async listSitemapProducts(@Query() query: SitemapQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const limit = Math.min(Number(query.limit ?? MOST_SITEMAP_PRODUCTS), MOST_SITEMAP_PRODUCTS);
    sendJsonText(request, reply, await this.sitemap.products(query.after ?? '', limit));
  }
}
