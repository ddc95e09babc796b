import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';

/** Products in one transaction, whose listings are locked until it ends. */
const BATCH = 100;

/** A product whose shown stock differed from its keys. */
export interface StockCorrection {
  readonly productId: string;
  readonly shown: number;
  readonly counted: number;
}

/**
 * The stock shown in lists is maintained by differences: every change of keys stores some in its transaction, and a holder of the listing's
 * lock adds them up. For display only: no sale depends on it. Every method runs inside a transaction.
 */
export abstract class StockChanges {
  /** Adds up what is pending for these products, and hands their free keys to orders that wait for them. Their listings are locked. */
  abstract applyTo(productIds: readonly string[]): Promise<void>;
  /**
   * The same for at most `most` products behind `after`, in their order. Those whose listing is held by somebody else are left for the next
   * time. Answers the last product; null where none is left, or while another process does the same.
   */
  abstract applyPending(after: string, most: number): Promise<string | null>;
  /** Compares at most `most` products behind `after` with their keys and corrects them. `last` is null where none is left. */
  abstract verify(after: string, most: number): Promise<{ readonly last: string | null; readonly corrected: readonly StockCorrection[] }>;
  /** Logs and counts what was corrected. */
  abstract report(corrected: readonly StockCorrection[]): void;
}

/** Updates the stock shown in lists. Each worker runs it several times a second. */
@Injectable()
export class ApplyStockChanges {
  constructor(
    private readonly changes: StockChanges,
    private readonly transaction: Transaction,
  ) {}

  async run(): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      after = await this.transaction.run(() => this.changes.applyPending(from, BATCH));
    }
  }
}

/** Compares the stock that lists show with the keys, corrects what differs, and reports it: normally nothing. Runs periodically. */
@Injectable()
export class VerifyShownStock {
  private isStopping = false;

  constructor(
    private readonly changes: StockChanges,
    private readonly transaction: Transaction,
  ) {}

  /** Answers how many products were corrected. */
  async run(): Promise<number> {
    let count = 0;
    for (let after: string | null = ''; after !== null && !this.isStopping;) {
      const from: string = after;
      const { last, corrected } = await this.transaction.run(() => this.changes.verify(from, BATCH));
      this.changes.report(corrected);
      count += corrected.length;
      after = last;
    }
    return count;
  }

  /** Stops between two batches. */
  stop(): void {
    this.isStopping = true;
  }
}
