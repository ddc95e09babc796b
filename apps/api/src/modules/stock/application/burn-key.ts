import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyInOrder, KeyNotFound } from '../domain/key-errors.ts';
import { KeyRecords } from './key-records.ts';
import { StockChanges } from './stock-changes.ts';

/** Burns an unsold key. Idempotent. */
@Injectable()
export class BurnKey {
  constructor(
    private readonly records: KeyRecords,
    private readonly changes: StockChanges,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws KeyNotFound, KeyInOrder */
  run(keyId: string, { by, reason }: { by: Operator; reason: string }): Promise<void> {
    return this.transaction.run(async () => {
      const seen = await this.records.ofId(keyId);
      if (!seen) throw new KeyNotFound();
      await this.catalogue.lockListings([seen.productId]);
      const before = await this.records.ofId(keyId);
      if (before?.state === 'burnt') return;
      if (!before || !(await this.records.burn(keyId))) throw new KeyInOrder(before?.state === 'sold' ? 'sold' : 'reserved');
      await this.changes.applyTo([before.productId]);
      await this.audit.record({
        by,
        action: 'keys.burn',
        subject: { type: 'key', id: keyId },
        before: { state: before.state, productId: before.productId },
        after: { state: 'burnt' },
        reason,
      });
    });
  }
}
