import { LastOwnerKey, LONGEST_DAYS, type OpsKey, OpsKeyUnfit } from '../domain/ops-key.ts';
import type { Networks } from './networks.ts';

const DAY_MS = 86_400_000;

/** The validated end of a key. @throws OpsKeyUnfit */
export function endOf(wanted: Date, now: Date): Date {
  if (wanted <= now) throw new OpsKeyUnfit('expiresAt', 'The key must end in the future; revoke it to end it now.');
  if (wanted.getTime() - now.getTime() > LONGEST_DAYS * DAY_MS)
    throw new OpsKeyUnfit('expiresAt', `A key is good for ${LONGEST_DAYS} days at most.`);
  return wanted;
}

/** Addresses and ranges in CIDR notation. @throws OpsKeyUnfit */
export function networksOf(wanted: readonly string[], networks: Networks): string[] {
  return wanted.map((text) => {
    const network = networks.from(text);
    if (network === null) throw new OpsKeyUnfit('networks', 'Give addresses or ranges, such as 203.0.113.7 or 2001:db8::/32.');
    return network;
  });
}

/** `owners`: the keys that `OpsKeys.lockedOwners` gave in this transaction. @throws LastOwnerKey if no other owner's key is valid now */
export function assertOwnerStays(owners: readonly string[], key: OpsKey): void {
  if (owners.length === 1 && owners[0] === key.id) throw new LastOwnerKey();
}
