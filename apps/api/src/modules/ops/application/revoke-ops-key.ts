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
   * From its commit on the key opens nothing. `keepsAnOwner` refuses to end the last key of an owner; the command on the server may, because
   * it can make another one. @throws NoSuchOpsKey, LastOwnerKey
   */
  run(idOrName: string, by: Operator, reason?: string, { keepsAnOwner = false } = {}): Promise<OpsKey> {
    return this.transaction.run(async () => {
      const key = await this.keys.find(idOrName);
      const at = this.clock.now();
      if (key !== null && keepsAnOwner) await assertOwnerStays(this.keys, key, at);
      if (key === null || !(await this.keys.revoke(key.id, at))) throw new NoSuchOpsKey();
      await this.audit.record({
        by,
        action: 'access.revoke',
        subject: { type: 'ops-key', id: key.id },
        before: { name: key.name, role: key.role, revokedAt: null },
        after: { name: key.name, role: key.role, revokedAt: at.toISOString() },
        ...(reason !== undefined && { reason }),
      });
      return { ...key, revokedAt: at };
    });
  }
}
