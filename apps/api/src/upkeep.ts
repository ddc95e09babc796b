import { Processor } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { CatalogOpsModule } from './modules/catalog/catalog-ops.module.ts';
import { CatalogModule } from './modules/catalog/catalog.module.ts';
import { RefreshDuePrices, RunCatalogueJobs } from './modules/catalog/index.ts';
import { FillWaiting } from './modules/orders/index.ts';
import { OrdersModule } from './modules/orders/orders.module.ts';
import { AskAgain, Reconcile, ReconcileDisputes } from './modules/payments/index.ts';
import { PaymentsModule } from './modules/payments/payments.module.ts';
import { AlertLowStock, FillNormalisedHashes, GoOnRotating, ReleaseLapsed } from './modules/stock/index.ts';
import { StockModule } from './modules/stock/stock.module.ts';
import { toldError } from './platform/logging/told-error.ts';
import { SendAlerts } from './platform/mail/alerts/send-alerts.ts';
import { SendOverdueLetters } from './platform/mail/sending/send-overdue-letters.ts';
import { PurgeOutbox } from './platform/outbox/purge-outbox.ts';
import { JobQueues } from './platform/queues/job-queues.ts';
import { LoggedWorker } from './platform/queues/logged-worker.ts';
import { PurgePersonal } from './purge-personal.ts';

const PRICES_EVERY_MS = 500;
/** A price that is due and not to be had is being changed by somebody else. */
const PRICES_PAUSE_MS = 20;

/** What runs again and again, whatever anybody does: the nets below the main road. */
@Processor('upkeep', { concurrency: 4 })
export class UpkeepWorker extends LoggedWorker implements OnModuleDestroy {
  /** Job name → pace in milliseconds and work. */
  private readonly jobs: ReadonlyMap<string, { everyMs: number; run: () => Promise<unknown> }>;

  constructor(
    releaseLapsed: ReleaseLapsed,
    reconcile: Reconcile,
    reconcileDisputes: ReconcileDisputes,
    askAgain: AskAgain,
    fillWaiting: FillWaiting,
    sendOverdueLetters: SendOverdueLetters,
    purgeOutbox: PurgeOutbox,
    purgePersonal: PurgePersonal,
    alertLowStock: AlertLowStock,
    sendAlerts: SendAlerts,
    private readonly goOnRotating: GoOnRotating,
    private readonly fillNormalisedHashes: FillNormalisedHashes,
    private readonly runCatalogueJobs: RunCatalogueJobs,
    private readonly queues: JobQueues,
  ) {
    super();
    this.jobs = new Map([
      ['release-lapsed', { everyMs: 15_000, run: () => releaseLapsed.run() }],
      ['reconcile', { everyMs: 60_000, run: () => reconcile.run() }],
      ['reconcile-disputes', { everyMs: 60_000, run: () => reconcileDisputes.run() }],
      ['ask-again', { everyMs: 60_000, run: () => askAgain.run() }],
      ['fill-waiting', { everyMs: 60_000, run: () => fillWaiting.run() }],
      ['send-overdue-mails', { everyMs: 60_000, run: () => sendOverdueLetters.run() }],
      ['alert-low-stock', { everyMs: 30_000, run: () => alertLowStock.run() }],
      ['send-alerts', { everyMs: 15_000, run: () => sendAlerts.run() }],
      ['fill-key-hashes', { everyMs: 30_000, run: () => fillNormalisedHashes.run() }],
      ['go-on-rotating', { everyMs: 5000, run: () => goOnRotating.run() }],
      ['run-catalogue-jobs', { everyMs: 2000, run: () => runCatalogueJobs.run() }],
      ['purge-outbox', { everyMs: 3_600_000, run: () => purgeOutbox.run() }],
      ['purge-personal', { everyMs: 3_600_000, run: () => purgePersonal.run() }],
    ]);
  }

  /** Plans the repetitions, once for all workers. */
  async plan(): Promise<void> {
    for (const [name, { everyMs }] of this.jobs) await this.queues.repeat(name, everyMs);
  }

  /** What takes long is left between two steps, so that a shutdown waits for one step at most. */
  onModuleDestroy(): void {
    this.goOnRotating.stop();
    this.fillNormalisedHashes.stop();
    this.runCatalogueJobs.stop();
  }

  protected override async work(job: Job): Promise<void> {
    await this.jobs.get(job.name)?.run();
  }
}

/**
 * A price that starts or ends is on the pages within two seconds, of which the storefront may take half a one: each worker looks by
 * itself, at the very instant where it has seen that coming, and often enough for what is planned at short notice.
 */
@Injectable()
export class PriceWatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger('prices');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  private hasFailed = false;

  constructor(private readonly refreshDuePrices: RefreshDuePrices) {}

  start(): void {
    this.running = this.look().then((inMs) => {
      if (!this.isClosing) this.timer = setTimeout(() => this.start(), inMs);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Answers when to look again. */
  private async look(): Promise<number> {
    try {
      const { changed, nextInMs } = await this.refreshDuePrices.run();
      this.hasFailed = false;
      // There may be more than are changed at once.
      if (changed > 0) return 0;
      return Math.min(PRICES_EVERY_MS, Math.max(PRICES_PAUSE_MS, nextInMs ?? PRICES_EVERY_MS));
    } catch (error) {
      // Left to the next look, and told once: the database may be away for long.
      if (!this.hasFailed)
        this.logger.warn({
          message: 'Prices that start or end now could not be looked for; trying again.',
          cause: toldError(error).message,
        });
      this.hasFailed = true;
      return PRICES_EVERY_MS;
    }
  }
}

@Module({
  imports: [CatalogModule, CatalogOpsModule, StockModule, OrdersModule, PaymentsModule],
  providers: [UpkeepWorker, PriceWatch, PurgePersonal],
})
export class UpkeepModule {}
