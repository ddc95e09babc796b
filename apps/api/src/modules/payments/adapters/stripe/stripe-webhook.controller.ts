import { Controller, Headers, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiBadRequestResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { FromAnywhere } from '../../../../platform/http/security/foreign-writes.ts';
import { Problem } from '../../../../platform/http/responses/problem.dto.ts';
import { ReceiveEvent } from '../../application/events/receive-event.ts';

@ApiTags('webhooks')
@Controller('webhooks')
export class StripeWebhookController {
  constructor(private readonly receiveEvent: ReceiveEvent) {}

  @Post('stripe')
  @FromAnywhere()
  @HttpCode(200)
  @ApiOperation({ summary: 'Takes signed events of the payment provider' })
  @ApiHeader({ name: 'Stripe-Signature', required: true, description: 'Of the raw body, and not old' })
  @ApiOkResponse({ schema: { type: 'object', properties: { received: { type: 'boolean' } } } })
  @ApiBadRequestResponse({ type: Problem, description: 'A forged signature, one that is too old, or none' })
  async receiveStripeEvent(@Req() request: RawBodyRequest<FastifyRequest>, @Headers('stripe-signature') signature = '') {
    await this.receiveEvent.run(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
