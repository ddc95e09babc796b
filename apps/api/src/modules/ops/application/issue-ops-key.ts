import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import type { OpsKey } from '../domain/ops-key.ts';
import type { Operator, OpsRole } from '../domain/roles.ts';
import { Networks } from './networks.ts';
import { endOf, networksOf } from './ops-key-limits.ts';
import { Audit, OpsKeys } from './ports.ts';

const DAY_MS = 86_400_000;

export interface WantedOpsKey {
  readonly name: string;
  readonly role: OpsRole;
  /** For how long, in days that the caller has checked, or until when. */
  readonly until: number | Date;
  /** Addresses and ranges from where it opens; everywhere where there are none. */
  readonly networks?: readonly string[];
}

/**
 * Makes a key, for the command on the server and for an owner's call. Whoever steals an owner's key can make more of them by the call:
 * the audit log and the list of keys name who made which, so that they can be ended together.
 */
@Injectable()
export class IssueOpsKey {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly knownNetworks: Networks,
  ) {}

  /** Answers the key's text, for the one time that anybody sees it. @throws OpsKeyNameTaken, OpsKeyUnfit */
  run({ name, role, until, networks = [] }: WantedOpsKey, by: Operator, reason?: string): Promise<{ key: OpsKey; text: string }> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const draft = {
        id: this.ids.next(),
        name,
        role,
        createdAt: at,
        createdBy: by.name,
        expiresAt: typeof until === 'number' ? new Date(at.getTime() + until * DAY_MS) : endOf(until, at),
        networks: networksOf(networks, this.knownNetworks),
      };
      const { key, text } = await this.keys.add(draft, this.ids.token());
      const after = { name, role, expiresAt: key.expiresAt.toISOString(), networks: key.networks };
      const subject = { type: 'ops-key', id: key.id };
      await this.audit.record({ by, action: 'access.create', subject, after, ...(reason !== undefined && { reason }) });
      return { key, text };
    });
  }
}
