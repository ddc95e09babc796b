import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NEVER_CHANGES } from '../http/responses/cache-headers.ts';
import { SendsETag } from '../http/openapi/openapi-answers.ts';
import { Problem } from '../http/responses/problem.dto.ts';
import { type ImageVariant, Images } from './images.ts';
import type { ImageFormat } from './recipe.ts';

const FILE_NAME = /^([0-9a-f]{32})-([1-9]\d{1,3})\.(webp|jpg)$/;
const contentTypes: Record<ImageFormat, string> = { webp: 'image/webp', jpg: 'image/jpeg' };
const picture = { schema: { type: 'string', format: 'binary' } };

@ApiTags('images')
@SendsETag()
@Controller('images')
export class ImagesController {
  constructor(private readonly images: Images) {}

  @Get(':file')
  @ApiOperation({
    operationId: 'getImage',
    summary: 'Get an image',
    description: 'The content under a name never changes: cache it without a limit.',
  })
  @ApiParam({ name: 'file', description: '`{id}-{width}.webp`, or `.jpg` for e-mails' })
  @ApiOkResponse({ content: { 'image/webp': picture, 'image/jpeg': picture } })
  @ApiNotFoundResponse({ type: Problem })
  @ApiServiceUnavailableResponse({ type: Problem, description: 'Too many pictures are being rendered' })
  async getImage(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const wanted = variantOf(file);
    const picture = wanted && (await this.images.variant(wanted));
    if (!picture) throw new NotFoundException('There is no such picture.');

    // The name identifies the bytes, so it can be the ETag.
    const etag = `"${file}"`;
    void reply
      .header('ETag', etag)
      .headers(NEVER_CHANGES)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('X-Content-Type-Options', 'nosniff');
    if (request.headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag))
      void reply.status(304).send();
    else void reply.status(200).type(contentTypes[wanted.format]).send(picture);
  }
}

function variantOf(file: string): ImageVariant | null {
  const [, id, width, format] = FILE_NAME.exec(file) ?? [];
  return id === undefined || width === undefined ? null : { id, width: Number(width), format: format === 'jpg' ? 'jpg' : 'webp' };
}
