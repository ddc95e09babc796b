import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { NoSuchOpsKey, type OpsKey } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';
import { Audit, OpsKeys } from './ports.ts';

@Injectable()
export class RevokeOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** From its commit on the key opens nothing. @throws NoSuchOpsKey */
  run(idOrName: string, by: Operator, reason?: string): Promise<OpsKey> {
    return this.transaction.run(async () => {
      const key = await this.keys.find(idOrName);
      const at = this.clock.now();
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
