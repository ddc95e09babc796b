import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { identityOf, type ImportedProduct } from '../domain/imported-product.ts';
import { type FeedLine, ProductFeed, type ImportResult, ImportedProducts } from './import-ports.ts';
import { type PriceRules, sameRules } from '../domain/price.ts';
import { PricingRules } from './ports.ts';

const BATCH = 250;

export interface ImportSummary {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** How often each thing was put right on the way, by what it was. */
  readonly warnings: Map<string, number>;
}

export interface ImportWatcher {
  rejected(line: number, reason: string): void;
  /** After each batch, with how many lines are done and what became of them so far. */
  progressed(lines: number, summary: Readonly<ImportSummary>): void;
}

/** What became of a batch. */
interface Outcome {
  /** By which it is priced. */
  readonly rules: PriceRules;
  readonly results: readonly { readonly line: FeedLine; readonly result: ImportResult }[];
  /** One for each line after which the batch had another one for the same product. */
  readonly repeats: readonly ('updated' | 'unchanged')[];
}

/** Ends the transaction of a batch that was only tried. */
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
 * Takes a feed in, batch by batch, each in one transaction: repeating it changes nothing, and what broke off goes on
 * where it stopped. A line that cannot be read is reported, and the rest goes in. Margin and rates may be set meanwhile: each batch
 * is priced by those of its own transaction, and the job that setting them adds reprices what went in before.
 */
@Injectable()
export class ImportCatalogue {
  constructor(
    private readonly feed: ProductFeed,
    private readonly intake: ImportedProducts,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
  ) {}

  /** `isDryRun`: each batch is taken in and taken back, so that its outcome is the real one and nothing is stored. */
  async run(
    lines: AsyncIterable<FeedLine>,
    actor: string,
    watcher: ImportWatcher,
    { isDryRun = false }: { isDryRun?: boolean } = {},
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
      writing = this.takeIn(taken, actor, isDryRun).then((outcome) => {
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
      // Whoever stops it may count on nothing being written any more.
      await writing;
    }
    return summary;
  }

  private async takeIn(batch: readonly Accepted[], actor: string, isDryRun: boolean): Promise<Outcome> {
    try {
      return await this.transaction.run(async () => {
        const outcome = await this.store(batch, await this.pricing.hold(), actor);
        if (isDryRun) throw new TakenBack(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.outcome;
      throw error;
    }
  }

  /** Of two lines for one product the later one wins, as if they had come one after the other. */
  private async store(batch: readonly Accepted[], rules: PriceRules, actor: string): Promise<Outcome> {
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
    );
    const told = [...first.values()].flatMap(({ line }, index) => {
      const result = results[index];
      return result === undefined ? [] : [{ line, result }];
    });
    return { rules, results: [...told, ...refused], repeats };
  }
}
