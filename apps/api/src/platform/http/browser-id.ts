import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

export const BROWSER_COOKIE = 'browser';
const MAX_AGE_SECONDS = 30 * 86_400;
const wellFormed = /^[\w-]{43}$/;

/** Which browser asks, by a cookie that only checkout sets; null for one that has never checked out. */
export const BrowserId = createParamDecorator((_data: unknown, context: ExecutionContext): string | null => {
  const value = context.switchToHttp().getRequest<FastifyRequest>().cookies[BROWSER_COOKIE];
  return value !== undefined && wellFormed.test(value) ? value : null;
});

/** Lax: the cookie comes along when the provider sends the buyer back, and with the storefront's own calls. */
export function rememberBrowser(reply: FastifyReply, browserId: string, config: Config): void {
  reply.setCookie(BROWSER_COOKIE, browserId, {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.apiOrigin.startsWith('https:'),
    path: '/',
    maxAge: MAX_AGE_SECONDS,
  });
}

/** The network that an address belongs to: an IPv6 customer has a whole /64. */
export function networkOf(address: string): string {
  return address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address.replace('::ffff:', '');
}
