import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import { FromAnywhere } from '../../../../platform/http/security/cross-site-guard.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { HearHints } from '../../application/hear-hints.ts';
import { SUPPLIER_NAMES } from '../../application/ports.ts';
import { SupplierUnknown } from '../../domain/supplier-errors.ts';

@ApiTags('webhooks')
@Controller('webhooks/suppliers')
export class SupplierWebhooksController {
  constructor(private readonly hearHints: HearHints) {}

  @Post(':name')
  @FromAnywhere()
  @Limited('supplier-hint')
  @HttpCode(204)
  @ApiParam({ name: 'name', enum: SUPPLIER_NAMES, description: 'Of the supplier', example: 'kinguin' })
  @ApiOperation({
    operationId: 'receiveSupplierHint',
    summary: 'Receive a hint of a supplier',
    description:
      'Webhooks of suppliers are unsigned, or sign only the caller: nothing in them is believed. The shop asks the supplier about the product or order that is named. What it does not know is left out.',
  })
  @ApiBody({ schema: { type: 'object', additionalProperties: true }, description: 'As the supplier sends it' })
  @ApiNoContentResponse({ description: 'Heard' })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new SupplierUnknown().message) })
  async receiveSupplierHint(@Param('name') name: string, @Body() body: unknown, @Req() { headers }: FastifyRequest): Promise<void> {
    await this.hearHints.run(name, { headers, body });
  }
}
