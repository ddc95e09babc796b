import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { setOwnCookie } from './own-cookies.ts';

const BROWSER_COOKIE = 'browser';
const MAX_AGE_SECONDS = 30 * 86_400;
const wellFormed = /^[\w-]{43}$/;

/** The browser's id, from a cookie that only checkout sets; null before the first checkout. */
export const BrowserId = createParamDecorator((_data: unknown, context: ExecutionContext): string | null =>
  browserIdOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function browserIdOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const value = cookies[BROWSER_COOKIE];
  return value !== undefined && wellFormed.test(value) ? value : null;
}

export function rememberBrowser(reply: FastifyReply, browserId: string, config: Config): void {
  setOwnCookie(reply, BROWSER_COOKIE, browserId, MAX_AGE_SECONDS, config);
}

/** The network of an address: for IPv6 its /64, which belongs to one customer, in any spelling. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return typeof groups === 'string' ? groups : groups.slice(0, 4).map(hexadecimal).join(':');
}

/** The /56 and the /48 of an IPv6 address, which many providers give to one customer; none of an IPv4 address. */
export function widerNetworksOf(address: string): { readonly in56: string; readonly in48: string } | null {
  const groups = groupsOf(address);
  if (typeof groups === 'string') return null;
  const in48 = groups.slice(0, 3).map(hexadecimal).join(':');
  return { in56: `${in48}:${hexadecimal((groups[3] ?? 0) & 0xff00)}/56`, in48: `${in48}/48` };
}

/** All that one customer of a provider may have: the /48 of an IPv6 address, or an IPv4 address. */
export function widestNetworkOf(address: string): string {
  return widerNetworksOf(address)?.in48 ?? networkOf(address);
}

/** The eight groups of an IPv6 address; an IPv4 address as it is, also where it is mapped into IPv6. */
function groupsOf(address: string): readonly number[] | string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return all.map((group) => Number.parseInt(group, 16));
}

const hexadecimal = (group: number) => group.toString(16);
