import { Controller, HttpCode, Post, type RawBodyRequest, Req, type Type } from '@nestjs/common';
import { ApiBadRequestResponse, ApiHeaders, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { FromAnywhere } from '../../../platform/http/security/cross-site-guard.ts';
import { ReceiveEvent } from '../application/events/receive-event.ts';

/** A controller for the webhook of one provider, at `/webhooks/{name}`: each has its own path, operation and headers. */
export function webhookController(name: string, signatureHeaders: readonly string[]): Type {
  @ApiTags('webhooks')
  @Controller(`webhooks/${name}`)
  class WebhookController {
    constructor(private readonly receiveEvent: ReceiveEvent) {}

    @Post()
    @FromAnywhere()
    @HttpCode(200)
    @ApiOperation({
      operationId: `receive${name.charAt(0).toUpperCase()}${name.slice(1)}Event`,
      summary: 'Receive a payment event',
      description: 'The webhook of the payment provider. Events are signed.',
    })
    @ApiHeaders(signatureHeaders.map((header) => ({ name: header, required: true, description: 'Of the raw body, and not old' })))
    @ApiOkResponse({ schema: { type: 'object', properties: { received: { type: 'boolean' } } } })
    @ApiBadRequestResponse({ type: Problem, description: 'A forged signature, one that is too old, or none' })
    async receivePaymentEvent(@Req() request: RawBodyRequest<FastifyRequest>) {
      await this.receiveEvent.run(name, request.rawBody ?? Buffer.alloc(0), request.headers);
      return { received: true };
    }
  }
  return WebhookController;
}
