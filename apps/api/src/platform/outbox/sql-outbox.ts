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

  override async add({ queue, job, id, data, dueAt }: OutboxMessage): Promise<void> {
    const db = this.em.getKysely();
    await sql`insert into outbox (job_id, queue, job, data, created_at, due_at, origin)
      values (${id}, ${queue}, ${job}, ${JSON.stringify(data)}::jsonb, ${this.clock.now()}, ${dueAt ?? '-infinity'}, ${jobOrigin()}::jsonb)
      on conflict (job_id) do nothing`.execute(db);
    // A hint for the relay, which polls besides.
    if (dueAt === undefined) this.transaction.afterCommit(() => this.notifications.send(OUTBOX_CHANNEL));
  }
}
