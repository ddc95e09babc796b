import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyInOrder, KeyNotFound, UnsoldKeyHidden } from '../domain/key-errors.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { StaffKeyLimits } from './staff-key-limits.ts';
import { type KeyRecord, KeyRecords } from './key-records.ts';
import { StockChanges } from './stock-changes.ts';

/**
 * Opens one key for somebody of the staff. That they looked, and why, is written down before they see it. A key that nobody has bought could be
 * used by whoever sees it: only an owner may, and it leaves sale in the same transaction.
 */
@Injectable()
export class LookAtKey {
  constructor(
    private readonly records: KeyRecords,
    private readonly changes: StockChanges,
    private readonly catalogue: Catalogue,
    private readonly limits: StaffKeyLimits,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws KeyNotFound, UnsoldKeyHidden, KeyInOrder for a reserved one, TooManyKeyLooks */
  async run(keyId: string, { by, reason }: { by: Operator; reason: string }): Promise<KeySecret> {
    const seen = await this.records.ofId(keyId);
    if (!seen) throw new KeyNotFound();
    assertMayLook(seen, by);
    await this.limits.look(by);
    return this.transaction.run(async () => {
      // The lock of all changes of stock except sales, which lock the key itself.
      if (!isOfBuyer(seen)) await this.catalogue.lockListings([seen.productId]);
      const record = await this.records.ofId(keyId);
      if (!record) throw new KeyNotFound();
      assertMayLook(record, by);
      if (record.state === 'available') {
        if (!(await this.records.takeOffSale(keyId))) throw new KeyInOrder('reserved');
        await this.changes.applyTo([record.productId]);
      } else if (record.state === 'quarantined') await this.records.markSeen(keyId);
      const secret = await this.records.open(keyId);
      if (!secret) throw new KeyNotFound();
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

/** Sold, or burnt after it was sold: somebody else has seen it already. */
function isOfBuyer({ state, orderId }: KeyRecord): boolean {
  return state === 'sold' || (state === 'burnt' && orderId !== null);
}

function assertMayLook(record: KeyRecord, { role }: Operator): void {
  if (isOfBuyer(record)) return;
  if (role !== 'owner') throw new UnsoldKeyHidden();
  if (record.state === 'reserved') throw new KeyInOrder('reserved');
}
