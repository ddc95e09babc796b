import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { identityOf, type ImportedProduct } from '../domain/imported-product.ts';
import { type FeedLine, ProductFeed, type ImportResult, ImportedProducts } from './import-ports.ts';
import { type PriceRules, sameRules } from '../domain/price.ts';
import { PricingRules } from './ports.ts';

const BATCH = 500;
/** Between so many lines, statements of the batch being written may go on: reading lines that are at hand never waits for anything. */
const LINES_PER_TURN = 8;

export interface ImportSummary {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Number of warnings, by text. */
  readonly warnings: Map<string, number>;
}

export interface ImportWatcher {
  rejected(line: number, reason: string): void;
  /** Called after each batch, with the number of lines and their results so far. */
  progressed(lines: number, summary: Readonly<ImportSummary>): void;
}

/** The result of a batch. */
interface Outcome {
  /** The pricing rules of the batch. */
  readonly rules: PriceRules;
  readonly results: readonly { readonly line: FeedLine; readonly result: ImportResult }[];
  /** One for each line after which the batch had another one for the same product. */
  readonly repeats: readonly ('updated' | 'unchanged')[];
}

/** Rolls back the transaction of a dry run. */
class TakenBack extends Error {
  constructor(readonly outcome: Outcome) {
    super('A dry run');
  }
}

interface Accepted {
  readonly line: FeedLine;
  /** By which its price was made. */
  readonly rules: PriceRules;
  readonly product: ImportedProduct;
  readonly hash: string;
}

/**
 * Imports a feed batch by batch, each in one transaction: repeating it changes nothing, so an interrupted import can be run again. Invalid
 * lines are reported, the others are stored. Margin and rates may change meanwhile: each batch is priced by those of its own transaction,
 * and the repricing job of the change reprices earlier batches.
 */
@Injectable()
export class ImportCatalogue {
  constructor(
    private readonly feed: ProductFeed,
    private readonly intake: ImportedProducts,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
  ) {}

  /**
   * `isDryRun`: each batch is stored and rolled back, so that the results are real and nothing is stored. `keepsPrices`: what stored products
   * cost stays.
   */
  async run(
    lines: AsyncIterable<FeedLine>,
    actor: string,
    watcher: ImportWatcher,
    { isDryRun = false, keepsPrices = false }: { isDryRun?: boolean; keepsPrices?: boolean } = {},
  ): Promise<ImportSummary> {
    let rules = await this.pricing.current();
    const summary: ImportSummary = { created: 0, updated: 0, unchanged: 0, rejected: 0, warnings: new Map() };
    let batch: Accepted[] = [];
    let done = 0;
    const reject = (line: FeedLine, reason: string) => {
      summary.rejected += 1;
      watcher.rejected(line.number, reason);
    };
    // While the database writes one batch, the next is read: one ahead, no more.
    let writing = Promise.resolve();
    const takeIn = async () => {
      await writing;
      const taken = batch;
      const lineCount = done;
      batch = [];
      if (taken.length === 0) return watcher.progressed(lineCount, summary);
      writing = this.takeIn(taken, actor, { isDryRun, keepsPrices }).then((outcome) => {
        rules = outcome.rules;
        for (const repeat of outcome.repeats) summary[repeat] += 1;
        for (const { line, result } of outcome.results) {
          if (typeof result === 'string') summary[result] += 1;
          else reject(line, result.reason);
        }
        watcher.progressed(lineCount, summary);
      });
      // Awaited with the next batch; until then a failure is not unhandled.
      writing.catch(() => undefined);
    };
    try {
      for await (const line of lines) {
        done += 1;
        if (done % LINES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        const read = this.feed.read(line, rules);
        if ('reason' in read) {
          reject(line, read.reason);
          continue;
        }
        for (const warning of read.warnings) summary.warnings.set(warning, (summary.warnings.get(warning) ?? 0) + 1);
        batch.push({ line, rules, product: read.product, hash: read.hash });
        if (batch.length === BATCH) await takeIn();
      }
      await takeIn();
    } finally {
      // After an abort nothing more is written.
      await writing;
    }
    return summary;
  }

  private async takeIn(
    batch: readonly Accepted[],
    actor: string,
    { isDryRun, keepsPrices }: { isDryRun: boolean; keepsPrices: boolean },
  ): Promise<Outcome> {
    try {
      return await this.transaction.run(async () => {
        const outcome = await this.store(batch, await this.pricing.hold(), actor, keepsPrices);
        if (isDryRun) throw new TakenBack(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.outcome;
      throw error;
    }
  }

  /** Of two lines for one product the later one wins, as with sequential imports. */
  private async store(batch: readonly Accepted[], rules: PriceRules, actor: string, keepsPrices: boolean): Promise<Outcome> {
    const first = new Map<string, Accepted>();
    const last = new Map<string, Accepted>();
    const repeats: ('updated' | 'unchanged')[] = [];
    const refused: { line: FeedLine; result: ImportResult }[] = [];
    for (const accepted of batch) {
      // Read before others were set.
      const read = sameRules(accepted.rules, rules) ? accepted : this.feed.read(accepted.line, rules);
      if ('reason' in read) {
        refused.push({ line: accepted.line, result: { reason: read.reason } });
        continue;
      }
      const current = { ...accepted, product: read.product, hash: read.hash };
      const identity = identityOf(current.product);
      const earlier = last.get(identity);
      if (earlier) repeats.push(earlier.hash === current.hash ? 'unchanged' : 'updated');
      else first.set(identity, current);
      last.set(identity, current);
    }
    const results = await this.intake.takeIn(
      [...last.values()],
      [...first.values()].map(({ hash }) => hash),
      actor,
      { keepsPrices },
    );
    const stored = [...first.values()].flatMap(({ line }, index) => {
      const result = results[index];
      return result === undefined ? [] : [{ line, result }];
    });
    return { rules, results: [...stored, ...refused], repeats };
  }
}
