import { Injectable } from '@nestjs/common';
import type { ListWindow } from '../../../../shared/list-window.ts';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import type { PriceRules } from '../../domain/price.ts';
import { FinishImport } from '../finish-import.ts';
import { ImportCatalogue, type ImportSummary } from '../import-catalogue.ts';
import type { FeedLine } from '../import-ports.ts';
import { CatalogueLock, PricingRules } from '../ports.ts';
import { Reprice } from '../reprice.ts';

/** Work that takes longer than an HTTP call may. */
export interface CatalogueJob {
  readonly id: string;
  readonly kind: 'import' | 'reprice';
  readonly isDryRun: boolean;
  readonly createdBy: string;
}

export interface JobProgress {
  /** Products seen. */
  readonly lines: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  readonly readBytes: number;
}

export abstract class CatalogueJobs {
  /** Stores a job for a worker. */
  abstract add(job: CatalogueJob & { fileName: string | null }, at: Date): Promise<void>;
  /** Stores the file of an import in chunks, in the transaction that adds it; returns its size. The content must be received completely. */
  abstract storeFile(jobId: string, content: AsyncIterable<Buffer>): Promise<number>;
  /** The products of a stored file. `reading` is called with the number of bytes read. */
  abstract lines(jobId: string, reading: (bytes: number) => void): AsyncIterable<FeedLine>;
  /** Whether `take` would find one. */
  abstract isAnyDue(silentSince: Date): Promise<boolean>;
  /** Takes the oldest job that waits, or whose worker has sent no heartbeat since `silentSince`; null if there is none. */
  abstract take(at: Date, silentSince: Date): Promise<CatalogueJob | null>;
  /** Stores the progress of a job, and that its worker is alive. */
  abstract heartbeat(jobId: string, progress: JobProgress, at: Date): Promise<void>;
  /** Ends a job and deletes its file. `failure`: why it failed. */
  abstract end(jobId: string, progress: JobProgress, at: Date, failure: string | null): Promise<void>;
  /** Requeues a job of a worker that is shutting down. */
  abstract putBack(jobId: string): Promise<void>;
  /** JSON in the wire's shape; null for an unknown one. */
  abstract view(jobId: string, kind: CatalogueJob['kind']): Promise<unknown>;
  abstract list(kind: CatalogueJob['kind'], window: ListWindow): Promise<{ items: unknown[]; total: number }>;
}

/** Stores a supplier's file and queues its import. */
@Injectable()
export class StartImport {
  constructor(
    private readonly jobs: CatalogueJobs,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the id of the job. `content` must be received completely, because it is stored in one transaction. */
  run(file: { name: string; content: AsyncIterable<Buffer> }, isDryRun: boolean, act: StaffAct): Promise<string> {
    const id = this.ids.next();
    return this.transaction.run(async () => {
      await this.jobs.add({ id, kind: 'import', isDryRun, createdBy: act.by.name, fileName: file.name }, this.clock.now());
      const bytes = await this.jobs.storeFile(id, file.content);
      await this.audit.record({
        ...act,
        action: isDryRun ? 'imports.dry-run' : 'imports.start',
        subject: { type: 'import', id },
        after: { file: file.name, bytes },
      });
      return id;
    });
  }
}

/** Sets margin and exchange rates and queues the repricing of all derived prices. */
@Injectable()
export class SetPricing {
  constructor(
    private readonly pricing: PricingRules,
    private readonly jobs: CatalogueJobs,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  run(rules: PriceRules, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const before = await this.pricing.set(rules, at, act.by.name);
      const id = this.ids.next();
      await this.jobs.add({ id, kind: 'reprice', isDryRun: false, createdBy: act.by.name, fileName: null }, at);
      await this.audit.record({
        ...act,
        action: 'pricing.change',
        subject: { type: 'pricing', id: 'rules' },
        before: { margin: before.margin, ...before.exchangeRates },
        after: { margin: rules.margin, ...rules.exchangeRates, job: id },
      });
    });
  }
}

const MOST_PROBLEMS = 1000;
const HEARTBEAT_MS = 1000;
const SILENT_AFTER_MS = 60_000;
const SWEPT_AFTER = 1000;

class Interrupted extends Error {}

/** Runs imports and repricings, one job at a time. A job of a worker that died is started again: jobs are idempotent. */
@Injectable()
export class RunCatalogueJobs {
  private isStopping = false;

  constructor(
    private readonly jobs: CatalogueJobs,
    private readonly importCatalogue: ImportCatalogue,
    private readonly finishImport: FinishImport,
    private readonly reprice: Reprice,
    private readonly lock: CatalogueLock,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Called periodically; without work it costs one query. While another process runs a job, waiting ones are left for the next call. */
  async run(): Promise<void> {
    const now = this.clock.now();
    const silentSince = new Date(now.getTime() - SILENT_AFTER_MS);
    if (!(await this.jobs.isAnyDue(silentSince))) return;
    await this.lock.tryRun(async (isOurs) => {
      const job = await this.transaction.run(() => this.jobs.take(now, silentSince));
      if (job) await this.work(job, () => !this.isStopping && isOurs());
    });
  }

  /** Stops the job between two batches; another worker continues. */
  stop(): void {
    this.isStopping = true;
  }

  private async work(job: CatalogueJob, mayGoOn: () => boolean): Promise<void> {
    const report = new JobReport(this.jobs, job.id, this.clock);
    const goOn = async () => {
      if (!mayGoOn()) throw new Interrupted();
      await report.heartbeat();
    };
    try {
      await (job.kind === 'import' ? this.import(job, report, goOn) : this.repriceAll(job, report, goOn));
      await this.jobs.end(job.id, report.progress(), this.clock.now(), null);
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        await this.jobs.end(
          job.id,
          report.progress(),
          this.clock.now(),
          'The database or the file could not be read to the end. Start it again.',
        );
        throw error;
      }
      await this.jobs.putBack(job.id);
    }
  }

  private async import(job: CatalogueJob, report: JobReport, goOn: () => Promise<void>): Promise<void> {
    const summary = await this.importCatalogue.run(
      interruptible(
        this.jobs.lines(job.id, (bytes) => (report.readBytes = bytes)),
        goOn,
      ),
      job.createdBy,
      {
        rejected: (line, reason) => void (report.problems.length < MOST_PROBLEMS && report.problems.push({ line, reason })),
        progressed: (lines, soFar) => report.note(lines, countsOf(soFar)),
      },
      { isDryRun: job.isDryRun },
    );
    report.note(report.lines, countsOf(summary));
    if (!job.isDryRun && summary.created + summary.updated >= SWEPT_AFTER) await this.finishImport.run();
  }

  private async repriceAll(job: CatalogueJob, report: JobReport, goOn: () => Promise<void>): Promise<void> {
    await this.reprice.run(job.createdBy, async (seen, changed) => {
      report.note(seen, { changed });
      await goOn();
    });
  }
}

async function* interruptible(lines: AsyncIterable<FeedLine>, goOn: () => Promise<void>): AsyncGenerator<FeedLine> {
  for await (const line of lines) {
    await goOn();
    yield line;
  }
}

/** Reports the progress of a job, once a second at most. */
class JobReport {
  lines = 0;
  readBytes = 0;
  readonly problems: { line: number; reason: string }[] = [];
  private counts: Readonly<Record<string, number>> = {};
  private reportedAt = performance.now();

  constructor(
    private readonly jobs: CatalogueJobs,
    private readonly jobId: string,
    private readonly clock: Clock,
  ) {}

  note(lines: number, counts: Readonly<Record<string, number>>): void {
    this.lines = lines;
    this.counts = counts;
  }

  progress(): JobProgress {
    return { lines: this.lines, counts: this.counts, problems: this.problems, readBytes: this.readBytes };
  }

  async heartbeat(): Promise<void> {
    if (performance.now() - this.reportedAt < HEARTBEAT_MS) return;
    this.reportedAt = performance.now();
    await this.jobs.heartbeat(this.jobId, this.progress(), this.clock.now());
  }
}

function countsOf({ created, updated, unchanged, rejected, warnings }: Readonly<ImportSummary>): Record<string, number> {
  return { created, updated, unchanged, rejected, warnings: [...warnings.values()].reduce((sum, count) => sum + count, 0) };
}
