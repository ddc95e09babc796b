import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiForbiddenResponse, ApiSecurity, ApiTooManyRequestsResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OPS_ROLE } from '../../../platform/http/openapi/openapi.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { OpsKeyNotSent } from '../domain/ops-key.ts';
import { mayActAs, type Operator, type OpsRole, RoleMissing } from '../domain/roles.ts';
import { refuseUnknownQuery } from './known-query.ts';
import { OpsAuthentication } from './ops-authentication.ts';

const ROLE = 'keyturn:ops-role';
const operators = new WeakMap<FastifyRequest, Operator>();

/** Requires a valid key with the role; `@By()` returns its holder. */
@Injectable()
class OpsGuard implements CanActivate {
  constructor(
    private readonly entrance: OpsAuthentication,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // May be on both class and method: authenticated once, with the method's role.
    const operator = operators.get(request) ?? (await this.enter(request));
    const needed = this.reflector.getAllAndOverride<OpsRole>(ROLE, [context.getHandler(), context.getClass()]);
    if (!mayActAs(operator.role, needed)) throw new RoleMissing(operator.role, needed);
    refuseUnknownQuery(context, request.query);
    return true;
  }

  private async enter(request: FastifyRequest): Promise<Operator> {
    const sent = request.headers['x-ops-key'];
    const { id, name, role } = await this.entrance.admit(typeof sent === 'string' ? sent : null, request.ip);
    const operator: Operator = { keyId: id, name, role, requestId: request.id, address: request.ip };
    operators.set(request, operator);
    return operator;
  }
}

/** A controller or method for staff: guard, security scheme and error answers. The method's role wins. */
export function OpsRoute(role: OpsRole) {
  return applyDecorators(
    SetMetadata(ROLE, role),
    UseGuards(OpsGuard),
    ApiSecurity('ops-key'),
    ApiExtension(OPS_ROLE, role),
    ApiUnauthorizedResponse({
      type: Problem,
      description: 'No key, or one that is unknown, expired or revoked',
      example: problemExample(401, new OpsKeyNotSent().message),
    }),
    ApiForbiddenResponse({
      type: Problem,
      description: 'The key has another role',
      example: problemExample(403, new RoleMissing('viewer', role === 'viewer' ? 'owner' : role).message),
    }),
    ApiTooManyRequestsResponse({ type: Problem, description: 'Too many calls; `Retry-After` has the seconds' }),
  );
}

/** `Operator`: the holder of the call's key. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Operator => {
  const operator = operators.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (operator === undefined) throw new Error('@By() stands where @OpsRoute() does not.');
  return operator;
});
