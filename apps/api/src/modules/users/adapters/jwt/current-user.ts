import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../../application/authenticate.ts';
import type { IssuedToken } from '../../application/ports.ts';

/** A request after one of the JWT guards; `user` is null for a visitor behind an optional guard. */
export interface AuthenticatedRequest extends FastifyRequest {
  readonly user?: Identity | null;
  readonly authInfo?: IssuedToken;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>();

/** Metadata of `@CurrentUser()` and `@CurrentToken()`: a test finds every handler that uses them. */
export const userOfCall = (_data: unknown, context: ExecutionContext) => requestOf(context).user ?? null;
export const tokenOfCall = (_data: unknown, context: ExecutionContext) => requestOf(context).authInfo;

/** `Identity` behind JwtAuthGuard, `Identity | null` behind an optional one. */
export const CurrentUser = createParamDecorator(userOfCall);

/** `IssuedToken`, behind JwtAuthGuard. */
export const CurrentToken = createParamDecorator(tokenOfCall);
