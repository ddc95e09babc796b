import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../../platform/http/security/browser-id.ts';
import { browserOf } from '../../../../platform/http/security/caller.ts';
import type { Place } from '../../application/auth-trail.ts';

/** `Place`: where the call comes from. */
export const CallerPlace = createParamDecorator((_data: unknown, context: ExecutionContext): Place =>
  placeOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function placeOf({ ip, headers }: FastifyRequest): Place {
  return { network: networkOf(ip), browser: browserOf(headers['user-agent']) };
}
