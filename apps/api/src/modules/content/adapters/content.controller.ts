import { Body, Controller, Get, HttpCode, NotFoundException, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJsonText } from '../../../platform/http/responses/json-text.ts';
import { SendsETag } from '../../../platform/http/openapi/openapi-answers.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { ContentReads } from '../application/content-reads.ts';
import { BlogPostAnswer, BlogPostCard, InfoPageAnswer, InfoPageLink, InfoPageRequest } from './content.dto.ts';

@ApiTags('content')
@ApiBadRequestResponse({ type: Problem })
@SendsETag()
@Controller()
export class ContentController {
  constructor(private readonly content: ContentReads) {}

  @Get('pages/pages')
  @ApiOperation({ operationId: 'listPages', summary: 'List info pages', description: 'The links of the footer.' })
  @ApiOkResponse({ type: [InfoPageLink] })
  async listPages(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, await this.content.pages());
  }

  @Post('pages/getPage')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getPage', summary: 'Get an info page', description: 'By its name.' })
  @ApiOkResponse({ type: InfoPageAnswer })
  @ApiNotFoundResponse({ type: Problem })
  async getPage(@Body() body: InfoPageRequest, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, found(await this.content.page(body.name), 'There is no such page.'));
  }

  @Get('blog')
  @ApiOperation({ operationId: 'listBlogPosts', summary: 'List blog posts', description: 'Newest first.' })
  @ApiOkResponse({ type: [BlogPostCard] })
  async listBlogPosts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, await this.content.blogPosts());
  }

  @Get('blog/title/:id')
  @ApiOperation({ operationId: 'getBlogPost', summary: 'Get a blog post', description: 'By its unique route.' })
  @ApiOkResponse({ type: BlogPostAnswer })
  @ApiNotFoundResponse({ type: Problem })
  async getBlogPost(@Param('id') uniqueRoute: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, found(await this.content.blogPost(uniqueRoute), 'There is no such post.'));
  }
}

function found(text: string | null, sentence: string): string {
  if (text === null) throw new NotFoundException(sentence);
  return text;
}
