import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { jobOrigin } from '../queues/job-origin.ts';
import { Clock, Outbox, type OutboxMessage, Transaction } from '../../shared/ports.ts';
import { Notifications } from '../database/notifications.ts';

export const OUTBOX_CHANNEL = 'outbox';

@Injectable()
export class SqlOutbox extends Outbox {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly transaction: Transaction,
    private readonly notifications: Notifications,
  ) {
    super();
  }

  override async add(...messages: readonly OutboxMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const rows = messages.map(
      ({ queue, job, id, data, dueAt, inContext = (work) => work() }) => sql`(${id}, ${queue}, ${job}, ${JSON.stringify(data)}::jsonb,
        ${this.clock.now()}, ${dueAt ?? '-infinity'}, ${inContext(jobOrigin)}::jsonb)`,
    );
    await sql`insert into outbox (job_id, queue, job, data, created_at, due_at, origin) values ${sql.join(rows)}
      on conflict (job_id) do nothing`.execute(this.em.getKysely());
    // A hint for the relay, which polls besides.
    if (messages.some(({ dueAt }) => dueAt === undefined)) this.transaction.afterCommit(() => this.notifications.send(OUTBOX_CHANNEL));
  }
}
