import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { type OpsKey, OpsKeyNameTaken } from '../domain/ops-key.ts';
import type { Operator, OpsRole } from '../domain/roles.ts';
import { Audit, OpsKeys } from './ports.ts';

const DAY_MS = 86_400_000;

/** Makes a key. Only a command on the server does so: whoever steals an owner's key must not be able to make themselves more. */
@Injectable()
export class IssueOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Answers the key's text, for the one time that anybody sees it. @throws OpsKeyNameTaken */
  run(wanted: { name: string; role: OpsRole; days: number }, by: Operator): Promise<{ key: OpsKey; text: string }> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const key: OpsKey = {
        id: this.ids.next(),
        name: wanted.name,
        role: wanted.role,
        createdAt: at,
        createdBy: by.name,
        expiresAt: new Date(at.getTime() + wanted.days * DAY_MS),
        revokedAt: null,
        lastUsedAt: null,
      };
      const text = await this.keys.add(key, this.ids.token());
      if (text === null) throw new OpsKeyNameTaken(wanted.name);
      const after = { name: key.name, role: key.role, expiresAt: key.expiresAt.toISOString() };
      await this.audit.record({ by, action: 'access.create', subject: { type: 'ops-key', id: key.id }, after });
      return { key, text };
    });
  }
}
