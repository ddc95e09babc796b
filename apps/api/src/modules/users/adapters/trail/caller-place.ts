import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../../platform/http/security/browser-id.ts';
import type { Place } from '../../application/auth-trail.ts';

/** A header longer than this is not looked at: known browsers send some 150 characters. */
const LONGEST_HEADER = 512;
const LONGEST_NAME = 60;

/** `Place`: where the call comes from. */
export const CallerPlace = createParamDecorator((_data: unknown, context: ExecutionContext): Place =>
  placeOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function placeOf({ ip, headers }: FastifyRequest): Place {
  return { network: networkOf(ip), browser: browserOf(headers['user-agent']) };
}

/** `Firefox 144 on Windows` of a User-Agent header; null for one that names no known browser. */
export function browserOf(header: string | undefined): string | null {
  if (header === undefined || header === '' || header.length > LONGEST_HEADER) return null;
  const { browser, os } = bowser.parse(header);
  if (!browser.name) return null;
  const version = browser.version?.split('.')[0];
  const name = version ? `${browser.name} ${version}` : browser.name;
  return (os.name ? `${name} on ${os.name}` : name).slice(0, LONGEST_NAME);
}
