import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { NoSuchOpsKey, type OpsKey, type OpsKeyLimits, OpsKeyUnfit } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';
import { Networks } from './networks.ts';
import { assertOwnerStays, endOf, networksOf } from './ops-key-limits.ts';
import { Audit, OpsKeys } from './ports.ts';

/** Changes role, end or networks of a key; omitted ones stay. Takes effect with the commit. */
@Injectable()
export class LimitOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly networks: Networks,
  ) {}

  /** `networks`: addresses and ranges from where it opens; everywhere where there are none. @throws NoSuchOpsKey, OpsKeyUnfit, LastOwnerKey */
  run(
    idOrName: string,
    { role, expiresAt, networks }: Partial<OpsKeyLimits>,
    { by, reason }: { by: Operator; reason: string },
  ): Promise<OpsKey> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const owners = await this.keys.lockedOwners(at);
      const key = await this.keys.forUpdate(idOrName);
      if (key === null || key.revokedAt !== null) throw new NoSuchOpsKey();
      const before = logged(key);
      key.limit({
        role: role ?? key.role,
        expiresAt: expiresAt === undefined ? key.expiresAt : endOf(expiresAt, at),
        networks: networks === undefined ? key.networks : networksOf(networks, this.networks),
      });
      if (key.role !== 'owner') assertOwnerStays(owners, key);
      const isOwn = key.id === by.keyId && by.address !== null;
      if (isOwn && key.networks.length > 0 && !this.networks.hold(key.networks, by.address))
        throw new OpsKeyUnfit('networks', `You call from ${by.address} with this very key: it would shut you out.`);
      await this.keys.save(key);
      const subject = { type: 'ops-key', id: key.id };
      await this.audit.record({ by, action: 'access.limit', subject, before, after: logged(key), reason });
      return key;
    });
  }
}

function logged({ name, role, expiresAt, networks }: OpsKey) {
  return { name, role, expiresAt: expiresAt.toISOString(), networks };
}
