import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { NoSuchOpsKey, type OpsKey } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';
import { assertOwnerStays } from './ops-key-limits.ts';
import { Audit, OpsKeys } from './ports.ts';

@Injectable()
export class RevokeOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * The key is invalid from the commit on. `keepsAnOwner` refuses to revoke the last owner's key; the command on the server may, because it
   * can create another. @throws NoSuchOpsKey, LastOwnerKey
   */
  run(idOrName: string, by: Operator, reason?: string, { keepsAnOwner = false } = {}): Promise<OpsKey> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const owners = keepsAnOwner ? await this.keys.lockedOwners(at) : null;
      const key = await this.keys.forUpdate(idOrName);
      if (key === null || key.revokedAt !== null) throw new NoSuchOpsKey();
      if (owners !== null) assertOwnerStays(owners, key);
      key.revoke(at);
      await this.keys.save(key);
      await this.audit.record({
        by,
        action: 'access.revoke',
        subject: { type: 'ops-key', id: key.id },
        before: { name: key.name, role: key.role, revokedAt: null },
        after: { name: key.name, role: key.role, revokedAt: at.toISOString() },
        ...(reason !== undefined && { reason }),
      });
      return key;
    });
  }
}
