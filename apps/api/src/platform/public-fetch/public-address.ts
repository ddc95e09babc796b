import ipaddr from 'ipaddr.js';

/** All unicast addresses that are given to anybody; the rest of IPv6 is private, embeds IPv4 addresses, or belongs to nobody yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's own services, for its machines alone: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const AZURE_SERVICES = '168.63.129.16';

/**
 * Whether an IP address (IPv4 or IPv6, without brackets) belongs to the internet. False for addresses of this computer, of private networks
 * and of documentation, for multicast, for services of a cloud to its own machines, and for every IPv6 form that leads to an IPv4 address
 * (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE_SERVICES) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}
