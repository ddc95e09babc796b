import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock, type QueueName, Transaction } from '../../shared/ports.ts';
import { Notifications } from '../database/notifications.ts';
import type { JobOrigin } from '../queues/job-origin.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { OUTBOX_CHANNEL } from './sql-outbox.ts';

const BATCH = 200;
const LOOK_AGAIN_AFTER_MS = 1000;
/** In milliseconds. */
const GATHER_MS = 100;

interface OutboxRow {
  id: string;
  job_id: string;
  queue: QueueName;
  job: string;
  data: Record<string, string | number>;
  origin: JobOrigin | null;
}

/**
 * Relays the outbox to the queues. A crash between adding a job and marking its row repeats the job with the same id: the queue drops it
 * while it knows the id, and every processor is idempotent.
 */
@Injectable()
export class OutboxRelay implements BeforeApplicationShutdown {
  private readonly logger = new Logger('outbox');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  private isClosing = false;
  /** A failure is logged once, until a batch succeeds: the database may be away for long. */
  private hasFailed = false;

  constructor(
    private readonly em: EntityManager,
    private readonly transaction: Transaction,
    private readonly queues: JobQueues,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /** Called by the worker process only, before it starts listening. */
  start(): void {
    this.notifications.listen(OUTBOX_CHANNEL, () => this.wake());
    this.timer = setInterval(() => this.wake(), LOOK_AGAIN_AFTER_MS);
    this.wake();
  }

  /** Before the queues close: a job added to a closing queue could be lost although its row is marked. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  /** Relays everything that is committed now. Returns how many jobs that were. */
  async relayAll(): Promise<number> {
    for (let relayed = 0; ;) {
      const count = await this.relayBatch();
      relayed += count;
      this.hasFailed = false;
      if (count < BATCH) return relayed;
    }
  }

  private wake(): void {
    if (this.isClosing) return;
    if (this.running) {
      this.isAskedAgain = true;
      return;
    }
    this.running = this.relayAll()
      .then((count) => (count > 1 ? this.gather() : undefined))
      .catch((error: unknown) => {
        if (!this.hasFailed)
          this.logger.error({ message: 'Relaying failed; trying again.', cause: error instanceof Error ? error.message : String(error) });
        this.hasFailed = true;
      })
      .finally(() => {
        this.running = null;
        if (this.isAskedAgain) {
          this.isAskedAgain = false;
          this.wake();
        }
      });
  }

  /** Where jobs come one upon the other, they are relayed together, and the queue joins them. */
  private async gather(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    this.isAskedAgain = true;
  }

  private relayBatch(): Promise<number> {
    return this.transaction.run(async () => {
      const db = this.em.getKysely();
      const { rows } = await sql<OutboxRow>`select id, job_id, queue, job, data, origin from outbox
        where relayed_at is null and due_at <= ${this.clock.now()} order by due_at, id limit ${BATCH} for update skip locked`.execute(db);
      if (rows.length === 0) return 0;
      await this.queues.addAll(rows.map((row) => ({ queue: row.queue, job: row.job, id: row.job_id, data: row.data, origin: row.origin })));
      await sql`update outbox set relayed_at = ${this.clock.now()} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
      return rows.length;
    });
  }
}
