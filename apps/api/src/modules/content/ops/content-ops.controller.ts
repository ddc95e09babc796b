import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiBadRequestResponse,
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
import type { FastifyRequest } from 'fastify';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { TakesPicture } from '../../../platform/http/requests/takes-picture.ts';
import { uploadedPicture } from '../../../platform/http/requests/uploaded-file.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsPaging, OpsRoute, pageOf, ReasonQuery, windowOf } from '../../ops/index.ts';
import { Clock } from '../../../shared/ports.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { ContentAdmin, ContentStore, PageNotFound, PageNameUnfit, PostNotFound, RouteTaken } from '../application/content-admin.ts';
import { PictureWithoutAlt } from '../application/post-texts.ts';
import { ChangePostBody, PageBody, PageItem, PostAnswer, PostBody, PostItem, PostsQuery, TextPictureAnswer } from './content-ops.dto.ts';

const POST = { name: 'id', description: 'The id of the post, as GET /ops/posts lists it', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' } as const;
const noSuchPost = { type: Problem, example: problemExample(404, new PostNotFound().message) } as const;
const taken = { type: Problem, example: problemExample(409, new RouteTaken().message, 'title') } as const;
const unfit = {
  type: Problem,
  description: 'What was sent is wrong, and `details` names the field; a picture without an alternative text, too',
  example: problemExample(400, new PictureWithoutAlt().message, 'description'),
} as const;

@ApiTags(OPS_TAGS.content)
@OpsRoute('viewer')
@Controller('ops')
export class ContentOpsController {
  constructor(
    private readonly contentStore: ContentStore,
    private readonly contentAdmin: ContentAdmin,
    private readonly clock: Clock,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get('pages')
  @ApiOperation({ operationId: 'opsListPages', summary: 'List info pages', description: 'The pages of the footer, with their texts.' })
  @ApiOpsPage(PageItem)
  async opsListPages(@Query() query: OpsPaging): Promise<OpsPage<unknown>> {
    const { items, total } = await this.contentStore.pages(windowOf(query));
    return pageOf(items, total, query);
  }

  @Put('pages/:name')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam({ name: 'name', description: 'Its name is its address', example: 'Our Team' })
  @ApiOperation({ operationId: 'putPage', summary: 'Create or replace an info page' })
  @ApiNoContentResponse()
  async putPage(@Param('name') name: string, @Body() { reason, ...page }: PageBody, @By() by: Operator): Promise<void> {
    if (name.trim() !== name || name === '' || name.length > 100) throw new PageNameUnfit();
    await this.contentAdmin.putPage({ ...page, name }, { by, reason });
  }

  @Delete('pages/:name')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam({ name: 'name', description: 'The name of the page', example: 'Our Team' })
  @ApiOperation({ operationId: 'removePage', summary: 'Delete an info page' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new PageNotFound().message) })
  async removePage(@Param('name') name: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.contentAdmin.removePage(name, { by, reason });
  }

  @Get('posts')
  @ApiOperation({
    operationId: 'opsListPosts',
    summary: 'List blog posts',
    description: 'Newest first, including drafts and planned ones, without their texts.',
  })
  @ApiOpsPage(PostItem)
  async opsListPosts(@Query() query: PostsQuery): Promise<OpsPage<unknown>> {
    const { items, total } = await this.contentStore.posts(query.state ?? null, windowOf(query), this.clock.now());
    return pageOf(items, total, query);
  }

  @Post('posts')
  @HttpCode(201)
  @OpsRoute('catalogue')
  @ApiOperation({
    operationId: 'addPost',
    summary: 'Create a blog post',
    description:
      'Published at once, planned for later, or a draft. Its cover is a tile with its initials until one is uploaded. A draft, or a post whose date is in the future, is on no page, list or sitemap and at no address (404): read it with GET /ops/posts/{id}. A planned one is published automatically.',
  })
  @ApiCreatedResponse({ type: PostAnswer })
  @ApiBadRequestResponse(unfit)
  @ApiConflictResponse(taken)
  async addPost(@Body() { reason, publishedAt, isDraft = false, ...draft }: PostBody, @By() by: Operator): Promise<unknown> {
    const date = publishedAt ? this.calendar.start(publishedAt) : null;
    return this.view(await this.contentAdmin.addPost({ ...draft, isDraft, publishedAt: date }, { by, reason }));
  }

  @Get('posts/:id')
  @ApiParam(POST)
  @ApiOperation({ operationId: 'opsGetPost', summary: 'Get a blog post', description: 'With its text, published or not.' })
  @ApiOkResponse({ type: PostAnswer })
  @ApiNotFoundResponse(noSuchPost)
  async opsGetPost(@Param('id') id: string): Promise<unknown> {
    const post = await this.view(id);
    if (post === null) throw new PostNotFound();
    return post;
  }

  @Patch('posts/:id')
  @OpsRoute('catalogue')
  @ApiParam(POST)
  @ApiOperation({
    operationId: 'changePost',
    summary: 'Update a blog post',
    description:
      'Changes, plans or publishes it; its address stays. A draft is published with `isDraft: false`: at `publishedAt`, or at once if that is null. Fields that are left out stay as they are.',
  })
  @ApiBody({
    type: ChangePostBody,
    examples: {
      publish: { summary: 'Publish a draft', value: { isDraft: false, reason: '' } },
      text: {
        summary: 'Another title and text',
        value: { title: 'Ten games for long evenings', description: '<p>It is dark early again.</p>', reason: '' },
      },
    },
  })
  @ApiOkResponse({ type: PostAnswer })
  @ApiBadRequestResponse(unfit)
  @ApiNotFoundResponse(noSuchPost)
  async changePost(
    @Param('id') id: string,
    @Body() { reason, publishedAt, ...change }: ChangePostBody,
    @By() by: Operator,
  ): Promise<unknown> {
    const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const date = publishedAt === undefined ? {} : { publishedAt: publishedAt === null ? null : this.calendar.start(publishedAt) };
    await this.contentAdmin.changePost(id, { ...fields, ...date }, { by, reason });
    return this.view(id);
  }

  @Put('posts/:id/cover')
  @OpsRoute('catalogue')
  @ApiParam(POST)
  @TakesPicture()
  @ApiOperation({ operationId: 'setPostCover', summary: 'Upload the cover of a post' })
  @ApiOkResponse({ type: PostAnswer })
  @ApiNotFoundResponse(noSuchPost)
  async setPostCover(
    @Param('id') id: string,
    @Query() { reason }: ReasonQuery,
    @Req() request: FastifyRequest,
    @By() by: Operator,
  ): Promise<unknown> {
    await this.contentAdmin.setCover(id, await uploadedPicture(request), { by, reason });
    return this.view(id);
  }

  @Delete('posts/:id')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(POST)
  @ApiOperation({ operationId: 'removePost', summary: 'Delete a blog post' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchPost)
  async removePost(@Param('id') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.contentAdmin.removePost(id, { by, reason });
  }

  @Post('pictures')
  @HttpCode(201)
  @OpsRoute('catalogue')
  @TakesPicture()
  @ApiOperation({
    operationId: 'addPicture',
    summary: 'Upload a picture for a post',
    description: 'Put the `html` of the answer into the text, with an alternative text. The same picture again gets the same id.',
  })
  @ApiCreatedResponse({ type: TextPictureAnswer })
  async addPicture(@Query() { reason }: ReasonQuery, @Req() request: FastifyRequest, @By() by: Operator): Promise<TextPictureAnswer> {
    const { id, path, width, height } = await this.contentAdmin.addPicture(await uploadedPicture(request), { by, reason });
    return { id, src: path, width, height, html: `<img src="${path}" alt="">` };
  }

  private view(id: string): Promise<unknown> {
    return this.contentStore.postView(id, this.clock.now());
  }
}
