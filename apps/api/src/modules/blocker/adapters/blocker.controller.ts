import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJsonText } from '../../../platform/http/responses/json-text.ts';
import { SendsETag } from '../../../platform/http/openapi/openapi-answers.ts';
import { Blocks } from '../application/blocks.ts';

@ApiTags('blocker')
@SendsETag()
@Controller('blocker')
export class BlockerController {
  constructor(private readonly blocks: Blocks) {}

  @Get('ips')
  @ApiOperation({ operationId: 'listBlockedIps', summary: 'List blocked addresses and ranges' })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'string' } } })
  async listBlockedIps(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, JSON.stringify(await this.blocks.networks()));
  }

  @Get('countries')
  @ApiOperation({ operationId: 'listBlockedCountries', summary: 'List blocked countries', description: 'ISO 3166 codes of two letters.' })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'string' } } })
  async listBlockedCountries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJsonText(request, reply, JSON.stringify(await this.blocks.countries()));
  }
}
