import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CompiledQuery } from 'kysely';
import { MailReads } from '../../../shared/ports.ts';
import { Audit, type SubjectLine } from '../../ops/index.ts';
import { RiskRecords } from '../../risk/index.ts';
import { type OrderKey, OrderKeys } from '../../stock/index.ts';
import { OrderTimeline, type SourceEntry } from '../application/ops/order-timeline.ts';

/** By index, one short read per table, independent of the number of orders. */
const ORDER_RECORDS = `
  select at, 'order' as source, kind as what, actor as by, data, id as position from order_event where order_id = $1
  union all select at, 'reveal', 'keys looked at', viewer, jsonb_build_object('address', address), id from key_reveal where order_id = $1`;

/** The timeline entries of this module: events of the order, decisions about its risk, its mails, and staff actions on it, its keys and mails. */
@Injectable()
export class OrderRecords {
  constructor(
    timeline: OrderTimeline,
    private readonly em: EntityManager,
    private readonly mails: MailReads,
    private readonly keys: OrderKeys,
    private readonly audit: Audit,
    private readonly risk: RiskRecords,
  ) {
    timeline.add(({ id }) => this.own(id));
    timeline.add(({ id }) => this.ofMailAndStaff(id));
    timeline.add(({ id }) => this.ofRisk(id));
  }

  private async own(orderId: string): Promise<SourceEntry[]> {
    const { rows } = await this.em.getKysely().executeQuery(CompiledQuery.raw(ORDER_RECORDS, [orderId]));
    return (rows as (Omit<SourceEntry, 'at' | 'position'> & { at: string; position: string })[]).map((row) => ({
      ...row,
      at: new Date(row.at),
      position: Number(row.position),
    }));
  }

  private async ofRisk(orderId: string): Promise<SourceEntry[]> {
    const decisions = await this.risk.ofOrder(orderId);
    return decisions.map(({ at, verdict, policyVersion, round }) => ({
      at,
      source: 'risk',
      what: verdict.outcome,
      by: 'shop',
      data: { points: verdict.points, reasons: verdict.reasons, policyVersion },
      position: round,
    }));
  }

  private async ofMailAndStaff(orderId: string): Promise<SourceEntry[]> {
    const [mails, keys] = await Promise.all([this.mails.about(orderId), this.keys.of(orderId)]);
    const lines = await this.audit.linesOf([
      { type: 'order', id: orderId },
      ...keys.map(({ keyId }) => ({ type: 'key', id: keyId })),
      ...mails.map(({ id }) => ({ type: 'letter', id })),
    ]);
    const planned = mails.map(({ id, kind, plannedAt, state, tries, reason, nextTryAt }) => ({
      at: plannedAt,
      source: 'mail' as const,
      what: `${kind} planned`,
      by: 'shop',
      data: { state, tries, mailId: id, reason, nextTryAt },
    }));
    const acts = lines.map((line) => ({
      at: line.at,
      source: 'staff' as const,
      what: line.action,
      by: line.by,
      data: { ...subjectOf(line, keys), reason: line.reason, requestId: line.requestId },
      position: line.id,
    }));
    return [...planned, ...acts];
  }
}

/** The subject of a staff action. Lines and slots count from 1; a replaced key has neither. */
function subjectOf({ subject, before, after }: SubjectLine, keys: readonly OrderKey[]): Readonly<Record<string, unknown>> {
  if (subject.type === 'order') return { after, before };
  if (subject.type === 'letter') return { mailId: subject.id };
  const piece = keys.find(({ keyId }) => keyId === subject.id)?.piece;
  return { ...(piece && { line: piece.line + 1, slot: piece.slot + 1 }), keyId: subject.id };
}
