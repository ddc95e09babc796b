import { Clock, Ids, type Mail, Mailer, Outbox, type OutboxMessage, Transaction } from '../shared/ports.ts';

/** Stands still until a test moves it. */
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
}

export class RecordingOutbox extends Outbox {
  readonly messages: OutboxMessage[] = [];

  override async add(message: OutboxMessage): Promise<void> {
    if (!this.messages.some(({ id }) => id === message.id)) this.messages.push(message);
  }
}

export class RecordingMailer extends Mailer {
  readonly sent: Mail[] = [];
  failure: Error | null = null;

  override async send(mail: Mail): Promise<void> {
    if (this.failure) throw this.failure;
    this.sent.push(mail);
  }
}
