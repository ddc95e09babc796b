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
import {
  ApiExtension,
  ApiForbiddenResponse,
  ApiHeader,
  ApiSecurity,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OPS_ROLE } from '../../../platform/http/openapi/openapi.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { NoteRefusal } from '../application/refusals.ts';
import { RequireCode } from '../application/second-factor.ts';
import { CodeMalformed, CodeMissing, CodeWrong, ONE_TIME_CODE, type OpsKey, OpsKeyNotSent } from '../domain/ops-key.ts';
import { mayActAs, type Operator, type OpsRole, RoleMissing } from '../domain/roles.ts';
import { CodeProblem } from './code-problem.dto.ts';
import { refuseUnknownQuery } from './known-query.ts';
import { placeOf } from '../../../platform/http/security/caller.ts';
import { OpsAuthentication } from './ops-authentication.ts';

const ROLE = 'keyturn:ops-role';
const NEEDS_CODE = 'keyturn:ops-code';
const CODE_HEADER = 'X-Ops-Code';

/** Whether a call asks for a code: always, never, or where its body has one of these fields. */
type NeedsCode = boolean | readonly string[];

/** Who calls, with which key. `hasGivenCode`: a sensitive call asks once, however often its guard runs. */
interface Caller {
  readonly key: OpsKey;
  readonly operator: Operator;
  hasGivenCode: boolean;
}
const callers = new WeakMap<FastifyRequest, Caller>();

/** Requires a valid key with the role; `@By()` returns its holder. */
@Injectable()
class OpsGuard implements CanActivate {
  constructor(
    private readonly entrance: OpsAuthentication,
    private readonly requireCode: RequireCode,
    private readonly noteRefusal: NoteRefusal,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // May be on both class and method: authenticated once, with the method's role.
    const caller = callers.get(request) ?? (await this.enter(request));
    const { operator } = caller;
    const needed = this.reflector.getAllAndOverride<OpsRole>(ROLE, [context.getHandler(), context.getClass()]);
    if (!mayActAs(operator.role, needed)) throw new RoleMissing(operator.role, needed);
    refuseUnknownQuery(context, request.query);
    const needsCode = this.reflector.getAllAndOverride<NeedsCode | undefined>(NEEDS_CODE, [context.getHandler(), context.getClass()]);
    if (asksForCode(needsCode, request.body) && !caller.hasGivenCode) await this.askForCode(caller, request);
    return true;
  }

  private async askForCode(caller: Caller, request: FastifyRequest): Promise<void> {
    const sent = request.headers[CODE_HEADER.toLowerCase()];
    if (sent !== undefined && !(typeof sent === 'string' && ONE_TIME_CODE.test(sent))) throw new CodeMalformed(CODE_HEADER);
    const place = placeOf(request);
    try {
      await this.requireCode.run(caller.key, { code: sent ?? null, network: place.network }, caller.operator);
    } catch (error) {
      if (error instanceof CodeWrong) await this.noteRefusal.run('wrong-code', caller.key.id, place);
      // Swagger UI calls without a code first: that is no attempt of somebody else while its user stays where the last code came from.
      if (error instanceof CodeMissing && error.isElsewhere) await this.noteRefusal.run('no-code', caller.key.id, place);
      throw error;
    }
    caller.hasGivenCode = true;
  }

  private async enter(request: FastifyRequest): Promise<Caller> {
    const sent = request.headers['x-ops-key'];
    const key = await this.entrance.admit(typeof sent === 'string' ? sent : null, request);
    const { id, name, role } = key;
    const operator: Operator = { keyId: id, name, role, requestId: request.id, address: request.ip };
    const caller: Caller = { key, operator, hasGivenCode: false };
    callers.set(request, caller);
    return caller;
  }
}

function asksForCode(needed: NeedsCode = false, body: unknown): boolean {
  if (typeof needed === 'boolean') return needed;
  return typeof body === 'object' && body !== null && needed.some((field) => field in body);
}

const CODE_PARAMETER = ApiHeader({
  name: CODE_HEADER,
  required: false,
  description:
    'The six digits of your authenticator app, if your ops key has one. One code opens ten minutes for your network, and works once',
  schema: { type: 'string', pattern: ONE_TIME_CODE.source },
});

/**
 * A controller or method for staff: guard, security scheme and error answers. The method's role wins. `needsCode`: what it does cannot be taken
 * back, shows or opens keys, hands out lists of people, or changes prices or what counts as fraud, so that it asks for the second factor
 * (`RequireCode`). A list names fields of the body: the call asks where one of them is sent.
 */
export function OpsRoute(role: OpsRole, { needsCode = false }: { needsCode?: NeedsCode } = {}) {
  return applyDecorators(
    SetMetadata(ROLE, role),
    ...(needsCode ? [SetMetadata(NEEDS_CODE, needsCode), CODE_PARAMETER] : []),
    UseGuards(OpsGuard),
    ApiSecurity('ops-key'),
    ApiExtension(OPS_ROLE, role),
    ApiUnauthorizedResponse({
      type: Problem,
      description: 'No key, or one that is unknown, expired or revoked',
      example: problemExample(401, new OpsKeyNotSent().message),
    }),
    ApiForbiddenResponse({
      type: needsCode ? CodeProblem : Problem,
      description: needsCode ? 'The key has another role; or a code is required (`codeRequired: true`)' : 'The key has another role',
      example: needsCode
        ? { ...problemExample(403, new CodeMissing().message), codeRequired: true }
        : problemExample(403, new RoleMissing('viewer', role === 'viewer' ? 'owner' : role).message),
    }),
    ApiTooManyRequestsResponse({ type: Problem, description: 'Too many calls; `Retry-After` has the seconds' }),
  );
}

/** `Operator`: the holder of the call's key. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Operator => {
  const caller = callers.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (caller === undefined) throw new Error('@By() stands where @OpsRoute() does not.');
  return caller.operator;
});
