import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyGoesBack, KeyNotFound, KeyNotQuarantined, UnknownProduct } from '../domain/key-errors.ts';
import { KeyQuarantine } from './key-quarantine.ts';
import { KeyRecords } from './key-records.ts';

/** Products in one transaction, which blocks checkouts of these products. */
const BATCH = 100;

interface Why {
  readonly by: Operator;
  readonly reason: string;
}

/** Puts keys from quarantine back on sale, once staff know that they were not sold. */
@Injectable()
export class ReleaseKeys {
  constructor(
    private readonly quarantine: KeyQuarantine,
    private readonly records: KeyRecords,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws KeyNotFound, KeyNotQuarantined, KeyGoesBack */
  key(keyId: string, { by, reason }: Why): Promise<void> {
    return this.transaction.run(async () => {
      const record = await this.records.ofId(keyId);
      if (!record) throw new KeyNotFound();
      const released = await this.quarantine.releaseKey(keyId);
      if (released === 'returning') throw new KeyGoesBack();
      if (released === 'not quarantined') throw new KeyNotQuarantined();
      await this.audit.record({
        by,
        action: 'keys.release',
        subject: { type: 'key', id: keyId },
        before: { state: 'quarantined', productId: record.productId },
        after: { state: 'available' },
        reason,
      });
    });
  }

  /** The `newest` keys of one product, or all: keys are sold oldest first. Answers how many. @throws UnknownProduct */
  async product(name: string, newest: number | null, why: Why): Promise<number> {
    const productId = (await this.catalogue.productIds([name])).get(name);
    if (productId === undefined) throw new UnknownProduct();
    return this.release([productId], newest, why);
  }

  /**
   * Every key of every product but those of which keys were sold since the backup. Answers how many. In batches: what broke off is completed
   * by the same call.
   * @throws UnknownProduct for a name that fits none, before anything is released: a typing error would put sold keys on sale
   */
  async allBut(soldSince: readonly string[], why: Why): Promise<number> {
    const sold = await this.catalogue.productIds(soldSince);
    if (soldSince.some((name) => !sold.has(name))) throw new UnknownProduct('soldSince');
    const left = new Set(sold.values());
    let released = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const productIds: string[] = await this.quarantine.products(after, BATCH);
      const wanted = productIds.filter((id) => !left.has(id));
      if (wanted.length > 0) released += await this.release(wanted, null, why);
      after = productIds.at(-1);
    }
    return released;
  }

  private release(productIds: readonly string[], newest: number | null, { by, reason }: Why): Promise<number> {
    return this.transaction.run(async () => {
      const released = await this.quarantine.releaseProducts(productIds, newest);
      for (const [id, count] of released)
        await this.audit.record({ by, action: 'keys.release', subject: { type: 'product', id }, after: { released: count }, reason });
      return [...released.values()].reduce((sum, count) => sum + count, 0);
    });
  }
}
