import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import type { Place } from '../../../shared/place.ts';
import { browserIdOf, networkOf } from './browser-id.ts';

/** A header longer than this is not looked at: known browsers send some 150 characters. */
const LONGEST_HEADER = 512;
/** What a header that names none of them is called by Bowser is its own words, which anybody chooses and others would read. */
const knownBrowsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP));
const MOST_DIGITS = 4;

/** From where somebody calls. */
export interface Caller {
  /** IP address. */
  readonly address: string;
  /** `Firefox 144 on Windows`; null: not a known browser. */
  readonly browser: string | null;
  /** From a cookie that only checkout sets; null before the first checkout. */
  readonly browserId: string | null;
}

/** `Caller`: who sends the request. */
export const CalledBy = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { address: request.ip, browser: browserOf(request.headers['user-agent']), browserId: browserIdOf(request) };
});

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
  if (browser.name === undefined || !knownBrowsers.has(browser.name)) return null;
  const version = browser.version?.split('.')[0] ?? '';
  const name = version !== '' && version.length <= MOST_DIGITS ? `${browser.name} ${version}` : browser.name;
  return os.name ? `${name} on ${os.name}` : name;
}
