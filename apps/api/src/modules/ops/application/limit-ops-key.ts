import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { NoSuchOpsKey, type OpsKey, OpsKeyUnfit } from '../domain/ops-key.ts';
import type { Operator, OpsRole } from '../domain/roles.ts';
import { Networks } from './networks.ts';
import { assertOwnerStays, endOf, networksOf } from './ops-key-limits.ts';
import { Audit, OpsKeys } from './ports.ts';

export interface OpsKeyLimits {
  readonly role?: OpsRole;
  readonly expiresAt?: Date;
  /** Addresses and ranges from where it opens; everywhere where there are none. */
  readonly networks?: readonly string[];
}

/** Gives a key another role or end, or other networks; what is not named stays. From its commit on the key opens no more than that. */
@Injectable()
export class LimitOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly networks: Networks,
  ) {}

  /** @throws NoSuchOpsKey, OpsKeyUnfit, LastOwnerKey */
  run(idOrName: string, { role, expiresAt, networks }: OpsKeyLimits, { by, reason }: { by: Operator; reason: string }): Promise<OpsKey> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const before = await this.keys.find(idOrName);
      if (before === null || before.revokedAt !== null) throw new NoSuchOpsKey();
      const after: OpsKey = {
        ...before,
        ...(role !== undefined && { role }),
        ...(expiresAt !== undefined && { expiresAt: endOf(expiresAt, at) }),
        ...(networks !== undefined && { networks: networksOf(networks, this.networks) }),
      };
      if (after.role !== 'owner') await assertOwnerStays(this.keys, before, at);
      const isOwn = before.id === by.keyId && by.address !== null;
      if (isOwn && after.networks.length > 0 && !this.networks.hold(after.networks, by.address))
        throw new OpsKeyUnfit('networks', `You call from ${by.address} with this very key: it would shut you out.`);
      await this.keys.limit(before.id, after);
      const subject = { type: 'ops-key', id: before.id };
      await this.audit.record({ by, action: 'access.limit', subject, before: told(before), after: told(after), reason });
      return after;
    });
  }
}

function told({ name, role, expiresAt, networks }: OpsKey) {
  return { name, role, expiresAt: expiresAt.toISOString(), networks };
}
