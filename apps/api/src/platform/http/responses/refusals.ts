import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../shared/domain-error.ts';

/**
 * Which control of security a request did not get past: a limit, a captcha (its pass missing or used, or a wrong, old or repeated answer),
 * a page of another site, no valid login or key, a right that is missing, or input that is not admitted.
 */
export type Refusal = 'limit' | 'captcha' | 'captcha-answer' | 'cross-site' | 'login' | 'permission' | 'input';

const byStatus: Readonly<Record<number, Refusal>> = {
  400: 'input',
  401: 'login',
  403: 'permission',
  408: 'input',
  413: 'input',
  414: 'input',
  415: 'input',
  429: 'limit',
};
const noted = new WeakMap<FastifyRequest, Refusal>();

/** An error that names the control itself, where its status alone would say less. */
export interface NamesRefusal {
  readonly refusal: Refusal;
}

/** Null for what is no matter of security: not found, conflicts, failures of the shop. */
export function refusalBy(error: unknown, status: number): Refusal | null {
  if (typeof error === 'object' && error !== null && 'refusal' in error) return (error as NamesRefusal).refusal;
  if (error instanceof DomainError && error.extra?.captcha === true) return 'captcha';
  return byStatus[status] ?? null;
}

/** For the line and the figures of this request. */
export function noteRefusal(request: FastifyRequest, refusal: Refusal): void {
  noted.set(request, refusal);
}

export function refusalOf(request: FastifyRequest): Refusal | null {
  return noted.get(request) ?? null;
}
