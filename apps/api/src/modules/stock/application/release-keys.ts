import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyGoesBack, KeyNotFound, KeyNotQuarantined, UnknownProduct } from '../domain/key-errors.ts';
import { QUARANTINE_CAUSES, type QuarantineCause } from '../domain/quarantine-cause.ts';
import { KeyQuarantine } from './key-quarantine.ts';
import { KeyRecords } from './key-records.ts';

/** Products in one transaction, which blocks checkouts of these products. */
const BATCH = 100;

interface Why {
  readonly by: Operator;
  readonly reason: string;
}

/** Which keys of the products. */
interface ReleaseRequest {
  /** Only those that are in quarantine for this cause: others may have been used, or seen. */
  readonly cause: QuarantineCause;
  /** So many of a product; null: all. */
  readonly newest: number | null;
  /** Counts and changes nothing. */
  readonly isDryRun: boolean;
}

export interface Released {
  /** How many keys; in a dry run, those that would be. */
  readonly released: number;
  /** What was in quarantine before. */
  readonly quarantined: Readonly<Record<QuarantineCause, number>>;
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

  /** The `newest` keys of one product, or all: keys are sold oldest first. @throws UnknownProduct */
  async product(name: string, request: ReleaseRequest, why: Why): Promise<Released> {
    const productId = (await this.catalogue.productIds([name])).get(name);
    if (productId === undefined) throw new UnknownProduct();
    return this.release([productId], request, why);
  }

  /**
   * Every key of every product but those of which keys were sold since the backup. In batches: what broke off is completed by the same
   * call.
   * @throws UnknownProduct for a name that fits none, before anything is released: a typing error would put sold keys on sale
   */
  async allBut(soldSince: readonly string[], request: Omit<ReleaseRequest, 'newest'>, why: Why): Promise<Released> {
    const sold = await this.catalogue.productIds(soldSince);
    if (soldSince.some((name) => !sold.has(name))) throw new UnknownProduct('soldSince');
    const left = new Set(sold.values());
    const done: Released[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const productIds: string[] = await this.quarantine.products(after, BATCH);
      const meant = productIds.filter((id) => !left.has(id));
      if (meant.length > 0) done.push(await this.release(meant, { ...request, newest: null }, why));
      after = productIds.at(-1);
    }
    return sumOf(done);
  }

  private release(productIds: readonly string[], { cause, newest, isDryRun }: ReleaseRequest, { by, reason }: Why): Promise<Released> {
    return this.transaction.run(async () => {
      const quarantined = await this.quarantine.causes(productIds);
      if (isDryRun) return { released: Math.min(newest ?? Infinity, quarantined[cause]), quarantined };
      const released = await this.quarantine.releaseProducts(productIds, cause, newest);
      for (const [id, count] of released)
        await this.audit.record({
          by,
          action: 'keys.release',
          subject: { type: 'product', id },
          after: { released: count, cause },
          reason,
        });
      return { released: [...released.values()].reduce((sum, count) => sum + count, 0), quarantined };
    });
  }
}

function sumOf(parts: readonly Released[]): Released {
  const sum = (of: (part: Released) => number) => parts.reduce((total, part) => total + of(part), 0);
  const causes = QUARANTINE_CAUSES.map((cause) => [cause, sum(({ quarantined }) => quarantined[cause])]);
  return { released: sum(({ released }) => released), quarantined: Object.fromEntries(causes) as Released['quarantined'] };
}
