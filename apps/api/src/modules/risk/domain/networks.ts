import type { KeyKind } from './signals.ts';

const PRIVATE_IPV4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/**
 * The networks of a buyer, by kind. `address`: an IPv4 address, or the first four groups of an IPv6 address, as orders have it. Empty for
 * addresses that many visitors share because they are not public: those of this computer, of a private network, of a proxy.
 */
export function networksOf(address: string): Partial<Record<KeyKind, string>> {
  if (!address.includes(':')) {
    const groups = address.split('.');
    return groups.length !== 4 || PRIVATE_IPV4.test(address) ? {} : { network24: groups.slice(0, 3).join('.') };
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split(':').map((group) => Number.parseInt(group, 16));
  // Global unicast addresses alone (2000::/3).
  if (first < 0x2000 || first > 0x3fff) return {};
  const hex = (...groups: number[]) => groups.map((group) => group.toString(16)).join(':');
  return {
    network64: hex(first, second, third, fourth),
    network56: hex(first, second, third, fourth & 0xff00),
    network48: hex(first, second, third),
  };
}
