import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, HttpStatus, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { safeError } from '../../logging/safe-error.ts';
import { isDatabaseAway } from '../../database/connections/database-away.ts';
import { DomainError, type ErrorKind } from '../../../shared/domain-error.ts';
import { ShopBusy } from '../../../shared/shop-busy.ts';
import { noteRefusal, refusalBy } from './refusals.ts';

const statusOf: Record<ErrorKind, HttpStatus> = {
  invalid: HttpStatus.BAD_REQUEST,
  unauthenticated: HttpStatus.UNAUTHORIZED,
  forbidden: HttpStatus.FORBIDDEN,
  'not-found': HttpStatus.NOT_FOUND,
  conflict: HttpStatus.CONFLICT,
  'too-many': HttpStatus.TOO_MANY_REQUESTS,
  unavailable: HttpStatus.SERVICE_UNAVAILABLE,
};

/** Messages for errors of the HTTP layer itself, before application code runs. */
const sentenceOf: Partial<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'There is nothing at this address.',
  414: 'The address is too long.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
};

/** Where the error itself names no time. */
const RETRY_AFTER_SECONDS: Partial<Record<number, number>> = { 429: 60, 503: 2 };

type ErrorBody = {
  statusCode: number;
  error: string;
  message: string;
  details?: readonly { field: string; message: string }[];
};

const logger = new Logger('http');

/** The one place that maps errors to HTTP. An unexpected error is a 500 with its request id and no details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Errors that no exception filter gets: those of URLs that cannot be routed, and of hooks, which also run before routes that Nest does not know. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  answer(error, request, reply.header('X-Request-Id', request.id).header('Cache-Control', 'no-store'));
}

function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const body = errorBody(error);
  const refusal = refusalBy(error, body.statusCode);
  if (refusal !== null) noteRefusal(request, refusal);
  // A busy shop refuses hundreds a second: each has its line with status and route in any case.
  if (body.statusCode >= 500 && !(error instanceof ShopBusy))
    logger.error({ requestId: request.id, method: request.method, route: request.routeOptions.url, ...safeError(error) });
  const wait = body.retryAfterSeconds ?? RETRY_AFTER_SECONDS[body.statusCode];
  if (wait !== undefined) void reply.header('Retry-After', String(wait));
  void reply.status(body.statusCode).send(body.statusCode === 500 ? { ...body, requestId: request.id } : body);
}

function errorBody(error: unknown): ErrorBody & Record<string, unknown> {
  if (error instanceof DomainError) {
    return { ...body(statusOf[error.kind], error.message), ...(error.details ? { details: error.details } : {}), ...error.extra };
  }
  if (error instanceof HttpException) {
    const response = error.getResponse();
    const own = typeof response === 'object' ? (response as Partial<ErrorBody> & { extra?: Record<string, unknown> }) : {};
    const answer = body(error.getStatus(), sentence(error));
    // A 400 of the framework itself is a body that it could not read.
    const details = own.details ?? (answer.message === sentenceOf[400] ? [{ field: 'body', message: answer.message }] : undefined);
    return { ...answer, ...(details && { details }), ...own.extra };
  }
  // First: a client that hangs up breaks a connection, too.
  const status = clientStatus(error);
  if (status === null && isDatabaseAway(error)) return body(503, 'The shop is not available for a moment. Please try again.');
  if (status === null) return body(500, 'Something went wrong on our side. Please try again.');
  const message = sentenceOf[status] ?? 'The request was refused.';
  return { ...body(status, message), ...(isUnreadableBody(error) && { details: [{ field: 'body', message }] }) };
}

function body(statusCode: number, message: string): ErrorBody {
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message };
}

/** Messages of the shop end with a full stop; those of the framework do not, and are replaced. */
function sentence(error: HttpException): string {
  const response = error.getResponse();
  if (typeof response === 'object' && 'details' in response) return error.message;
  return /[.!?]$/.test(error.message) ? error.message : (sentenceOf[error.getStatus()] ?? error.message);
}

/** Broken JSON, or names in it that would pollute a prototype. */
function isUnreadableBody(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return clientStatus(error) === 400 && (name === 'SyntaxError' || String(code).startsWith('FST_ERR_CTP'));
}

/** Fastify marks what a client did wrong with a 4xx `statusCode`: body too large, broken JSON, … */
function clientStatus(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
