import { Controller, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiBadRequestResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { FromAnywhere } from '../../../platform/http/security/cross-site-guard.ts';
import { ReceiveEvent } from '../application/events/receive-event.ts';
import { PROVIDERS } from './providers.ts';

@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly receiveEvent: ReceiveEvent) {}

  /** An address for each provider: `/webhooks/stripe`. */
  @Post(Object.keys(PROVIDERS))
  @FromAnywhere()
  @HttpCode(200)
  @ApiOperation({ operationId: 'receiveStripeEvent', summary: 'Takes signed events of the payment provider' })
  @ApiHeader({ name: 'Stripe-Signature', required: true, description: 'Of the raw body, and not old' })
  @ApiOkResponse({ schema: { type: 'object', properties: { received: { type: 'boolean' } } } })
  @ApiBadRequestResponse({ type: Problem, description: 'A forged signature, one that is too old, or none' })
  async receivePaymentEvent(@Req() request: RawBodyRequest<FastifyRequest>) {
    const provider = request.routeOptions.url?.split('/').at(-1) ?? '';
    await this.receiveEvent.run(provider, request.rawBody ?? Buffer.alloc(0), request.headers);
    return { received: true };
  }
}
