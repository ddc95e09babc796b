import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import type { OpsKey } from '../domain/ops-key.ts';
import type { Operator, OpsRole } from '../domain/roles.ts';
import { Networks } from './networks.ts';
import { endOf, networksOf } from './ops-key-limits.ts';
import { Audit, OpsKeys } from './ports.ts';
import { OneTimeCodes, OpsFactors } from './second-factor.ts';

const DAY_MS = 86_400_000;

export interface WantedOpsKey {
  readonly name: string;
  readonly role: OpsRole;
  /** Validity in days (checked by the caller), or an end. */
  readonly until: number | Date;
  /** Allowed addresses and ranges; an empty list allows all. */
  readonly networks?: readonly string[];
  /** Whether it gets a second factor, which sensitive calls ask for. */
  readonly hasFactor?: boolean;
}

/**
 * Creates a key, for the command on the server and for an owner's call. A stolen owner's key can create more: audit log and list of keys
 * show who created which, so that all can be revoked.
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
    private readonly factors: OpsFactors,
    private readonly codes: OneTimeCodes,
  ) {}

  /**
   * Returns the key's text and, with a second factor, the `otpauth://` address for the authenticator app. Neither is shown again.
   * @throws OpsKeyNameTaken, OpsKeyUnfit
   */
  run(
    { name, role, until, networks = [], hasFactor = false }: WantedOpsKey,
    by: Operator,
    reason?: string,
  ): Promise<{ key: OpsKey; text: string; otpauth: string | null }> {
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
        hasFactor,
      };
      const { key, text } = await this.keys.add(draft, this.ids.token());
      const after = { name, role, expiresAt: key.expiresAt.toISOString(), networks: key.networks, hasFactor };
      const subject = { type: 'ops-key', id: key.id };
      await this.audit.record({ by, action: 'access.create', subject, after, ...(reason !== undefined && { reason }) });
      return { key, text, otpauth: hasFactor ? await this.addFactor(key) : null };
    });
  }

  private async addFactor({ id, name }: OpsKey): Promise<string> {
    const secret = this.codes.newSecret();
    await this.factors.add(id, secret);
    return this.codes.addressOf(secret, name);
  }
}
