import { findGenre } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Catalogue, ProductReads } from '../../../catalog/index.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { leastMargin, type MarginRule, type MarginRuleKind } from '../../domain/least-margin.ts';
import { MarginRuleUnfit } from '../../domain/supplier-errors.ts';
import { type LeastMargin, MarginRules } from './margin-rules.ts';
import { SUPPLIER_NAMES } from '../ports.ts';
import { PurchaseLimits } from '../purchases.ts';
import { OfferChanges } from '../show-offers.ts';

export interface StoredMarginRule extends MarginRule {
  readonly setBy: string;
  readonly setAt: Date;
}

export abstract class StoredMarginRules {
  /** By kind and subject. */
  abstract all(): Promise<StoredMarginRule[]>;
  /** Null removes it. Returns the former margin, if any. In a transaction. */
  abstract set(rule: { kind: MarginRuleKind; subject: string; margin: number | null }, by: string, at: Date): Promise<number | null>;
}

/** Rules of staff for products, genres and suppliers, and the setting where none fits. */
@Injectable()
export class StaffMargins extends MarginRules {
  constructor(
    private readonly rules: StoredMarginRules,
    private readonly products: ProductReads,
    private readonly limits: PurchaseLimits,
  ) {
    super();
  }

  override async of(productIds: readonly string[]): Promise<LeastMargin> {
    const rules = await this.rules.all();
    const needsGenres = rules.some(({ kind }) => kind === 'genre');
    const genres = needsGenres ? await this.products.genresOf(productIds) : new Map<string, readonly string[]>();
    return (productId, supplier) => leastMargin(rules, { productId, genres: genres.get(productId) ?? [], supplier }, this.limits.minMargin);
  }
}

/** Sets and removes rules of margin. What it may take off sale, or put on sale, is counted anew. */
@Injectable()
export class SetMargins {
  constructor(
    private readonly rules: StoredMarginRules,
    private readonly catalogue: Catalogue,
    private readonly changes: OfferChanges,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `subject` of a product: kinguinId or own id. `margin` null removes the rule. @throws MarginRuleUnfit */
  run(kind: MarginRuleKind, text: string, margin: number | null, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const subject = await this.subjectOf(kind, text);
      const before = await this.rules.set({ kind, subject, margin }, act.by.name, this.clock.now());
      await (kind === 'product' ? this.changes.note(subject) : this.changes.noteAll());
      await this.audit.record({
        ...act,
        action: 'suppliers.margin',
        subject: { type: kind, id: subject },
        before: { margin: before },
        after: { margin },
      });
    });
  }

  private async subjectOf(kind: MarginRuleKind, text: string): Promise<string> {
    if (kind === 'product') {
      const productId = (await this.catalogue.productIds([text])).get(text);
      if (productId !== undefined) return productId;
    } else {
      const subject = kind === 'genre' ? findGenre(text) : SUPPLIER_NAMES.find((name) => name === text);
      if (subject) return subject;
    }
    throw new MarginRuleUnfit(kind);
  }
}
