import type { Clock, Mail } from '../../shared/ports.ts';
import { type Alert, Alerts, MailboxBusy, Mailer, MailRefused, Outbox, type OutboxMessage } from '../../shared/ports.ts';
import type { Order } from '../../modules/orders/index.ts';
import type { RefundOrder } from '../../modules/payments/application/ports.ts';
import { Audit, type AuditEntry } from '../../modules/ops/application/ports.ts';
import { PaymentUnavailable, RefundRefused } from '../../modules/payments/domain/payment-errors.ts';
import { InMemoryKeyStock } from '../../modules/stock/testing/in-memory-key-stock.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import type { Scheduler } from './scheduler.ts';
import type { TransactionalStorage } from './transactional-storage.ts';

export interface Job {
  readonly id: string;
  readonly job: string;
  readonly data: OutboxMessage['data'];
  attempts: number;
  dueAt: number;
  isActive: boolean;
}

/**
 * The queue's server: it knows a job by its id until it is done, retries what failed, and hands out again what a dead worker had. What it
 * loses, as a server without its data does, nobody is told.
 */
export class SimulatedQueue {
  readonly jobs = new Map<string, Job>();

  constructor(private readonly loses: () => boolean) {}

  async addAll(jobs: readonly OutboxMessage[]): Promise<void> {
    for (const { id, job, data } of jobs)
      if (!this.jobs.has(id) && !this.loses()) this.jobs.set(id, { id, job, data, attempts: 0, dueAt: 0, isActive: false });
  }

  due(now: number): Job[] {
    return [...this.jobs.values()].filter(({ dueAt, isActive }) => !isActive && dueAt <= now);
  }
}

type OutboxRow = OutboxMessage & { readonly isRelayed: boolean };

/** As `SqlOutbox` and `OutboxRelay`. */
export class SimulatedOutbox extends Outbox {
  private readonly rows: Map<string, OutboxRow>;

  constructor(
    private readonly storage: TransactionalStorage,
    private readonly clock: Clock,
  ) {
    super();
    this.rows = storage.table();
  }

  override async add(...messages: readonly OutboxMessage[]): Promise<void> {
    for (const message of messages) {
      // Only who is the first to add a job is waited for.
      if (!this.rows.has(message.id)) await this.storage.lock(`job ${message.id}`);
      if (!this.rows.has(message.id)) this.rows.set(message.id, { ...message, isRelayed: false });
    }
  }

  /** A crash between the queue and the commit hands a job over again. */
  async relay(queue: Pick<SimulatedQueue, 'addAll'>): Promise<void> {
    await this.storage.inNew(async () => {
      const now = this.clock.now();
      const due = [...this.rows.values()]
        .filter(({ isRelayed, dueAt = now, id }) => !isRelayed && dueAt <= now && this.storage.tryLock(`job ${id}`))
        .toSorted((one, other) => (one.dueAt?.getTime() ?? 0) - (other.dueAt?.getTime() ?? 0));
      await queue.addAll(due);
      await this.storage.scheduler.pause('relayed');
      for (const row of due) this.rows.set(row.id, { ...row, isRelayed: true });
    });
  }

  waiting(): number {
    return [...this.rows.values()].filter(({ isRelayed }) => !isRelayed).length;
  }
}

export class SimulatedAlerts extends Alerts {
  private readonly rows: Map<string, Alert>;

  constructor(private readonly storage: TransactionalStorage) {
    super();
    this.rows = storage.table();
  }

  override async raise(alert: Alert): Promise<void> {
    const id = `${alert.kind} ${alert.id}`;
    if (!this.rows.has(id)) await this.storage.lock(`alert ${id}`);
    if (!this.rows.has(id)) this.rows.set(id, { ...alert, link: alert.link ?? null });
  }

  all(): Alert[] {
    return [...this.rows.values()];
  }
}

/** Keeps what was done, and to what. */
export class SimulatedAudit extends Audit {
  readonly entries: Map<string, AuditEntry>;

  constructor(storage: TransactionalStorage) {
    super();
    this.entries = storage.table();
  }

  override async record(entry: AuditEntry): Promise<void> {
    this.entries.set(`${entry.action} ${entry.subject.id} ${this.entries.size}`, entry);
  }

  override async linesOf(): Promise<[]> {
    return [];
  }
}

/** How likely a call to another service goes wrong: before it did anything, or after. Both 0 once the weather is fine. */
export class Weather {
  probability = 0;

  constructor(private readonly scheduler: Scheduler) {}

  isBad(): boolean {
    return this.probability > 0 && this.scheduler.happens(this.probability);
  }

  /** `error` before or after `work`, if the weather is bad. */
  async through<T>(error: () => Error, work: () => Promise<T>): Promise<T> {
    if (this.isBad()) throw error();
    const result = await work();
    if (this.isBad()) throw error();
    return result;
  }
}

export class SimulatedProvider extends InMemoryPaymentProvider {
  /** Is told of each refund that it makes for the shop. */
  onRefund: (refund: Pick<RefundOrder, 'id' | 'orderId'>) => void = () => undefined;

  constructor(private readonly weather: Weather) {
    super();
  }

  override async openSession(order: Order) {
    return this.weather.through(
      () => new PaymentUnavailable(),
      () => super.openSession(order),
    );
  }

  override async session(id: string) {
    return this.weather.through(
      () => new PaymentUnavailable(),
      () => super.session(id),
    );
  }

  override async expireSession(id: string): Promise<void> {
    return this.weather.through(
      () => new PaymentUnavailable(),
      () => super.expireSession(id),
    );
  }

  override async refund(order: RefundOrder): Promise<number | null> {
    return this.weather.through(
      () => new RefundRefused('api_connection_error'),
      () => this.refundAndTell(order),
    );
  }

  /** Asked again under the same id, it makes none, and tells of none. */
  private async refundAndTell(order: RefundOrder): Promise<number | null> {
    const before = await this.refundsOf(order.intentId);
    const sentMinor = await super.refund(order);
    if ((await this.refundsOf(order.intentId)).length > before.length) this.onRefund(order);
    return sentMinor;
  }
}

export class SimulatedStock extends InMemoryKeyStock {
  /** Paid orders for which it has not had all the keys. */
  readonly lacking = new Set<string>();

  override async allocate(...[orderId, lines]: Parameters<InMemoryKeyStock['allocate']>): Promise<boolean> {
    const isWhole = await super.allocate(orderId, lines);
    if (!isWhole) this.lacking.add(orderId);
    return isWhole;
  }
}

export class SimulatedMailer extends Mailer {
  readonly accepted: Mail[] = [];

  constructor(
    private readonly weather: Weather,
    private readonly scheduler: Scheduler,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    const error = () =>
      this.scheduler.happens(0.05)
        ? new MailRefused('no such mailbox')
        : this.scheduler.happens(0.3)
          ? new MailboxBusy('full')
          : new Error('away');
    if (this.weather.isBad()) throw error();
    this.accepted.push(mail);
    // The connection is cut before the server's answer arrives.
    if (this.weather.isBad()) throw new Error('cut');
  }

  override async ping(): Promise<void> {}
}
