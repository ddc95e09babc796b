import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyNotFound } from '../domain/key-errors.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { KeyRecords } from './key-records.ts';

/** Opens one key for somebody of the staff. That they looked, and why, is written down before they see it. */
@Injectable()
export class LookAtKey {
  constructor(
    private readonly records: KeyRecords,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws KeyNotFound */
  run(keyId: string, { by, reason }: { by: Operator; reason: string }): Promise<KeySecret> {
    return this.transaction.run(async () => {
      const record = await this.records.ofId(keyId);
      const secret = record && (await this.records.open(keyId));
      if (!record || !secret) throw new KeyNotFound();
      await this.audit.record({
        by,
        action: 'keys.look',
        subject: { type: 'key', id: keyId },
        after: { productId: record.productId, state: record.state, orderId: record.orderId },
        reason,
      });
      return secret;
    });
  }
}
