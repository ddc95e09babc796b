import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { RecoveryPointAhead } from '../domain/key-errors.ts';
import { KeyQuarantine } from './key-quarantine.ts';

/** Products in one transaction, which blocks checkouts of these products. */
const BATCH = 100;

export interface Quarantined {
  /** Keys that were taken off sale. */
  readonly taken: number;
  /** Keys that stay reserved for unpaid orders of the backup. */
  readonly kept: number;
  /** Keys on sale that came in after the recovery point. */
  readonly later: number;
}

/**
 * After a restore: takes keys off sale that may have been sold since the backup. In batches: an interrupted run is completed by the next. A
 * second run includes keys released meanwhile.
 */
@Injectable()
export class QuarantineKeys {
  constructor(
    private readonly quarantine: KeyQuarantine,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `recoveryPoint`: the last moment that the restored database knows of; a later one is safe, too. @throws RecoveryPointAhead */
  async run(recoveryPoint: Date, by: Operator): Promise<Quarantined> {
    if (recoveryPoint > this.clock.now()) throw new RecoveryPointAhead();
    let [taken, kept] = [0, 0];
    for (let after: string | undefined = ''; after !== undefined;) {
      const productIds: string[] = await this.quarantine.products(after, BATCH);
      const done = await this.take(productIds, recoveryPoint, by);
      taken += done.taken;
      kept += done.kept;
      after = productIds.at(-1);
    }
    return { taken, kept, later: await this.quarantine.laterKeys(recoveryPoint) };
  }

  private take(productIds: readonly string[], recoveryPoint: Date, by: Operator): Promise<{ taken: number; kept: number }> {
    return this.transaction.run(async () => {
      const done = await this.quarantine.quarantine(productIds, recoveryPoint);
      if (done.taken + done.kept > 0)
        await this.audit.record({
          by,
          action: 'keys.quarantine',
          subject: { type: 'stock', id: 'quarantine' },
          after: { recoveryPoint: recoveryPoint.toISOString(), ...done, firstProduct: productIds[0], lastProduct: productIds.at(-1) },
        });
      return done;
    });
  }
}
