import { InProcessBatches } from '../platform/database/in-process-batches.ts';
import type { Batches, BatchWork } from '../shared/batches.ts';
import {
  type Alert,
  Alerts,
  Clock,
  Ids,
  type MailKind,
  MailOutbox,
  type Mail,
  Mailer,
  Outbox,
  type OutboxMessage,
  type PlannedMail,
  Transaction,
} from '../shared/ports.ts';

/** Does not advance by itself. */
export class FixedClock extends Clock {
  private at: number;

  constructor(start = '2026-03-01T12:00:00.000Z') {
    super();
    this.at = Date.parse(start);
  }

  override now(): Date {
    return new Date(this.at);
  }

  advance(milliseconds: number): void {
    this.at += milliseconds;
  }
}

export class CountingIds extends Ids {
  private count = 0;

  override next(): string {
    return `id${String((this.count += 1)).padStart(24, '0')}`;
  }

  override orderNumber(): string {
    return `K${100_000_000 + (this.count += 1)}`;
  }

  override token(): string {
    return `token-${(this.count += 1)}`;
  }
}

/** Runs the work; what a failure leaves behind is for the database specs to show. */
export class PlainTransaction extends Transaction {
  override run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  override batches<Item, Result>(work: BatchWork<Item, Result>): Batches<Item, Result> {
    return new InProcessBatches(work);
  }

  override afterCommit(work: () => void): void {
    work();
  }
}

export class RecordingOutbox extends Outbox {
  readonly messages: OutboxMessage[] = [];

  override async add(...messages: readonly OutboxMessage[]): Promise<void> {
    for (const message of messages) if (!this.messages.some(({ id }) => id === message.id)) this.messages.push(message);
  }
}

export class RecordingMailer extends Mailer {
  readonly sent: Mail[] = [];
  failure: Error | null = null;

  override async send(mail: Mail): Promise<void> {
    if (this.failure) throw this.failure;
    this.sent.push(mail);
  }

  override async ping(): Promise<void> {
    if (this.failure) throw this.failure;
  }
}

export class RecordingAlerts extends Alerts {
  readonly raised: Alert[] = [];

  override async raise(alert: Alert): Promise<void> {
    if (!this.raised.some(({ kind, id }) => kind === alert.kind && id === alert.id)) this.raised.push(alert);
  }
}

export class RecordingMailOutbox extends MailOutbox {
  readonly planned: PlannedMail[] = [];
  readonly closed = new Set<string>();
  private readonly plannedAt = new Map<string, Date>();

  constructor(private readonly clock: Clock = new FixedClock()) {
    super();
  }

  override async plan(...mails: readonly PlannedMail[]): Promise<void> {
    for (const { id, kind, about } of mails) {
      if (this.plannedAt.has(id)) continue;
      this.planned.push({ id, kind, about });
      this.plannedAt.set(id, this.clock.now());
    }
  }

  /** Nothing is refused here. */
  override async reopen(): Promise<number> {
    return 0;
  }

  override async withdraw(about: string, kind: MailKind): Promise<number> {
    const open = this.planned.filter((mail) => mail.about === about && mail.kind === kind && !this.closed.has(mail.id));
    for (const { id } of open) this.closed.add(id);
    return open.length;
  }

  override async about(about: string, kind: MailKind) {
    return this.planned
      .filter((mail) => mail.about === about && mail.kind === kind)
      .map(({ id }) => ({ id, plannedAt: this.plannedAt.get(id) ?? this.clock.now(), isOpen: !this.closed.has(id), hasLeft: false }));
  }
}
