import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { identityOf, type ImportedProduct } from '../domain/imported-product.ts';
import { type FeedLine, ProductFeed, type ProductFate, ProductIntake } from './import-ports.ts';
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

/** Ends the transaction of a batch that was only tried. */
class TakenBack extends Error {
  constructor(readonly fates: readonly ProductFate[]) {
    super('A dry run');
  }
}

interface Accepted {
  readonly line: number;
  readonly product: ImportedProduct;
  readonly hash: string;
}

/**
 * Takes a feed in, batch by batch, each in one transaction: repeating it changes nothing, and what broke off goes on
 * where it stopped. A line that cannot be read is reported, and the rest goes in.
 */
@Injectable()
export class ImportCatalogue {
  constructor(
    private readonly feed: ProductFeed,
    private readonly intake: ProductIntake,
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
    const rules = await this.pricing.current();
    const summary: ImportSummary = { created: 0, updated: 0, unchanged: 0, rejected: 0, warnings: new Map() };
    let batch: Accepted[] = [];
    let done = 0;
    const reject = (line: number, reason: string) => {
      summary.rejected += 1;
      watcher.rejected(line, reason);
    };
    // While the database writes one batch, the next is read: one ahead, no more.
    let writing = Promise.resolve();
    const takeIn = async () => {
      await writing;
      const taken = batch;
      const lineCount = done;
      batch = [];
      writing = this.takeIn(taken, actor, summary, reject, isDryRun).then(() => watcher.progressed(lineCount, summary));
      // Awaited with the next batch; until then a failure is not unhandled.
      writing.catch(() => undefined);
    };
    for await (const line of lines) {
      done += 1;
      const read = this.feed.read(line, rules);
      if ('reason' in read) {
        reject(line.number, read.reason);
        continue;
      }
      for (const warning of read.warnings) summary.warnings.set(warning, (summary.warnings.get(warning) ?? 0) + 1);
      batch.push({ line: line.number, product: read.product, hash: read.hash });
      if (batch.length === BATCH) await takeIn();
    }
    await takeIn();
    await writing;
    return summary;
  }

  /** Of two lines for one product the later one wins, as if they had come one after the other. */
  private async takeIn(
    batch: readonly Accepted[],
    actor: string,
    summary: ImportSummary,
    reject: (line: number, reason: string) => void,
    isDryRun: boolean,
  ): Promise<void> {
    if (batch.length === 0) return;
    const first = new Map<string, Accepted>();
    const last = new Map<string, Accepted>();
    for (const accepted of batch) {
      const identity = identityOf(accepted.product);
      const earlier = last.get(identity);
      if (earlier) summary[earlier.hash === accepted.hash ? 'unchanged' : 'updated'] += 1;
      else first.set(identity, accepted);
      last.set(identity, accepted);
    }
    const taken = async () => {
      const fates = await this.intake.takeIn(
        [...last.values()],
        [...first.values()].map(({ hash }) => hash),
        actor,
      );
      if (isDryRun) throw new TakenBack(fates);
      return fates;
    };
    const fates = await this.transaction.run(taken).catch((error: unknown) => {
      if (error instanceof TakenBack) return error.fates;
      throw error;
    });
    [...first.values()].forEach(({ line }, index) => {
      const fate: ProductFate | undefined = fates[index];
      if (fate === undefined) return;
      if (typeof fate === 'string') summary[fate] += 1;
      else reject(line, fate.reason);
    });
  }
}
