import { isIP } from 'node:net';
import { FetchRefused } from './fetch-errors.ts';
import { isPublicAddress } from './public-address.ts';

export const NOT_PUBLIC = 'The address does not belong to the internet.';
const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The address where it may be asked as far as it alone tells: http on port 80 or https on 443, no user, and no number of a private host.
 * What a name resolves to is checked when it is resolved. A host that is `allowed` by name may have any port and number.
 * @throws FetchRefused
 */
export function fetchTarget(address: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(address)) throw new FetchRefused('The address cannot be read.');
  const url = new URL(address);
  const ownPort = PORTS[url.protocol];
  if (ownPort === undefined) throw new FetchRefused('The address is neither http nor https.');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('The address has a user in it.');
  if (allowed.has(url.hostname)) return url;
  if (url.port !== '' && url.port !== ownPort) throw new FetchRefused('The address has another port than 80 and 443.');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new FetchRefused(NOT_PUBLIC);
  return url;
}

/** The name or number of a host; that of IPv6 without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
