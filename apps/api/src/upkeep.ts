import { Processor } from '@nestjs/bullmq';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Job } from 'bullmq';
import { CatalogModule } from './modules/catalog/catalog.module.ts';
import { RefreshDuePrices } from './modules/catalog/index.ts';
import { CheckoutModule } from './modules/checkout/checkout.module.ts';
import { AskAgain, Reconcile } from './modules/checkout/index.ts';
import { SendOverdueMails } from './modules/orders/index.ts';
import { OrdersModule } from './modules/orders/orders.module.ts';
import { ReleaseLapsed } from './modules/stock/index.ts';
import { StockModule } from './modules/stock/stock.module.ts';
import { PurgeOutbox } from './platform/outbox/purge-outbox.ts';
import { JobQueues } from './platform/queues/job-queues.ts';
import { LoggedWorker } from './platform/queues/logged-worker.ts';

const PRICES_EVERY_MS = 1000;

/** What runs again and again, whatever anybody does: the nets below the main road. */
@Processor('upkeep', { concurrency: 4 })
export class UpkeepWorker extends LoggedWorker {
  /** Job name → pace in milliseconds and work. */
  private readonly jobs: ReadonlyMap<string, { everyMs: number; run: () => Promise<unknown> }>;

  constructor(
    releaseLapsed: ReleaseLapsed,
    reconcile: Reconcile,
    askAgain: AskAgain,
    sendOverdueMails: SendOverdueMails,
    purgeOutbox: PurgeOutbox,
    private readonly queues: JobQueues,
  ) {
    super();
    this.jobs = new Map([
      ['release-lapsed', { everyMs: 15_000, run: () => releaseLapsed.run() }],
      ['reconcile', { everyMs: 60_000, run: () => reconcile.run() }],
      ['ask-again', { everyMs: 60_000, run: () => askAgain.run() }],
      ['send-overdue-mails', { everyMs: 60_000, run: () => sendOverdueMails.run() }],
      ['purge-outbox', { everyMs: 3_600_000, run: () => purgeOutbox.run() }],
    ]);
  }

  /** Plans the repetitions, once for all workers. */
  async plan(): Promise<void> {
    for (const [name, { everyMs }] of this.jobs) await this.queues.repeat(name, everyMs);
  }

  async process(job: Job): Promise<void> {
    await this.jobs.get(job.name)?.run();
  }
}

/** A price that starts or ends shows within two seconds: too often for the queue, so each worker looks by itself. */
@Injectable()
export class PriceWatch implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly refreshDuePrices: RefreshDuePrices) {}

  start(): void {
    let isRunning = false;
    this.timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      // Left to the next second when the database is away; the health checks tell.
      this.running = this.refreshDuePrices
        .run()
        .catch(() => undefined)
        .finally(() => (isRunning = false));
    }, PRICES_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }
}

@Module({ imports: [CatalogModule, StockModule, OrdersModule, CheckoutModule], providers: [UpkeepWorker, PriceWatch] })
export class UpkeepModule {}
