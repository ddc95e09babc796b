import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Disputes } from '../../application/disputes/disputes.ts';
import type { Dispute, NewDispute } from '../../domain/dispute.ts';
import { allTexts } from '../../domain/evidence-texts.ts';

const MOST = 500;

const columns = sql`id, provider, id_at_provider as "idAtProvider", order_id as "orderId", payment_id as "paymentId", reason,
  amount_minor as "amountMinor", currency, due_at as "dueAt", opened_at as "openedAt", state, version, evidence,
  assembled_at as "assembledAt", submitted_at as "submittedAt", submitted_by as "submittedBy", outcome, ended_at as "endedAt",
  closed_by as "closedBy"`;

type Row = Omit<Dispute, 'dueAt' | 'openedAt' | 'assembledAt' | 'submittedAt' | 'endedAt'> & {
  readonly dueAt: string | null;
  readonly openedAt: string;
  readonly assembledAt: string | null;
  readonly submittedAt: string | null;
  readonly endedAt: string | null;
};

@Injectable()
export class SqlDisputes extends Disputes {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async note(dispute: NewDispute): Promise<boolean> {
    const { id, provider, idAtProvider, orderId, paymentId, reason, amountMinor, currency, dueAt, openedAt } = dispute;
    const { rows } = await sql<{ isNew: boolean }>`
      insert into payment_dispute (id, provider, id_at_provider, order_id, payment_id, reason, amount_minor, currency, due_at, opened_at, state)
      values (${id}, ${provider}, ${idAtProvider}, ${orderId}, ${paymentId}, ${reason}, ${amountMinor}, ${currency}, ${dueAt}, ${openedAt}, 'waiting')
      on conflict (id) do update set amount_minor = excluded.amount_minor, due_at = excluded.due_at
      returning xmax = 0 as "isNew"`.execute(this.em.getKysely());
    return rows[0]?.isNew === true;
  }

  override async ofId(id: string): Promise<Dispute | null> {
    return (await this.all(sql`where id = ${id}`))[0] ?? null;
  }

  override async forUpdate(id: string): Promise<Dispute | null> {
    return (await this.all(sql`where id = ${id} for update`))[0] ?? null;
  }

  override async save(dispute: Dispute): Promise<void> {
    const { id, state, version, evidence, assembledAt, submittedAt, submittedBy, outcome, endedAt, closedBy } = dispute;
    await sql`update payment_dispute set state = ${state}, version = ${version},
      evidence = ${evidence === null ? null : JSON.stringify(evidence)}::jsonb, assembled_at = ${assembledAt},
      submitted_at = ${submittedAt}, submitted_by = ${submittedBy}, outcome = ${outcome}, ended_at = ${endedAt}, closed_by = ${closedBy}
      where id = ${id}`.execute(this.em.getKysely());
  }

  override ofOrder(orderId: string): Promise<Dispute[]> {
    return this.all(sql`where order_id = ${orderId} order by opened_at, id`);
  }

  override async latestOf(payments: readonly { provider: string; paymentId: string | null }[]): Promise<(Dispute | null)[]> {
    const ids = [...new Set(payments.flatMap(({ paymentId }) => paymentId ?? []))];
    const disputes = ids.length === 0 ? [] : await this.all(sql`where payment_id = any(${ids}::text[]) order by opened_at, id`);
    return payments.map(
      ({ provider, paymentId }) => disputes.findLast((dispute) => dispute.provider === provider && dispute.paymentId === paymentId) ?? null,
    );
  }

  override async unassembled(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from payment_dispute
      where state = 'waiting' and opened_at < ${before} order by opened_at, id limit ${MOST}`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override dueBetween(after: Date, until: Date): Promise<Dispute[]> {
    return this.all(
      sql`where state in ('waiting', 'assembled', 'edited') and due_at > ${after} and due_at <= ${until} order by due_at, id limit ${MOST}`,
    );
  }

  private async all(which: RawBuilder<unknown>): Promise<Dispute[]> {
    const { rows } = await sql<Row>`select ${columns} from payment_dispute ${which}`.execute(this.em.getKysely());
    return rows.map(({ evidence, dueAt, openedAt, assembledAt, submittedAt, endedAt, ...row }) => ({
      ...row,
      evidence: evidence && { ...evidence, texts: allTexts(evidence.texts) },
      dueAt: instant(dueAt),
      openedAt: new Date(openedAt),
      assembledAt: instant(assembledAt),
      submittedAt: instant(submittedAt),
      endedAt: instant(endedAt),
    }));
  }
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
