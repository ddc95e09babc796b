import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock } from '../../../shared/ports.ts';
import { Audit, type AuditEntry, type AuditFilter, type AuditLine, AuditReads, type SubjectLine } from '../application/ports.ts';

@Injectable()
export class SqlAudit extends Audit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async record({ by, action, subject, before, after, reason }: AuditEntry): Promise<void> {
    await sql`insert into audit_line
      (at, key_id, key_name, key_role, action, subject_type, subject_id, before, after, reason, request_id, address)
      values (${this.clock.now()}, ${by.keyId}, ${by.name}, ${by.role}, ${action}, ${subject.type}, ${subject.id},
        ${json(before)}::jsonb, ${json(after)}::jsonb, ${reason ?? null}, ${by.requestId}, ${by.address})`.execute(this.em.getKysely());
  }

  override async linesOf(subjects: readonly AuditEntry['subject'][]): Promise<SubjectLine[]> {
    if (subjects.length === 0) return [];
    const { rows } = await sql<Omit<SubjectLine, 'id' | 'at'> & { readonly id: string; readonly at: string }>`
      select line.id, line.at, json_build_object('type', subject_type, 'id', subject_id) as subject, action, key_name as by,
        jsonb_strip_nulls(before) as before, jsonb_strip_nulls(after) as after, reason, request_id as "requestId"
      from unnest(${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::text[]) as wanted (type, id)
      join audit_line line on line.subject_type = wanted.type and line.subject_id = wanted.id order by line.id`.execute(
      this.em.getKysely(),
    );
    return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at) }));
  }
}

@Injectable()
export class SqlAuditReads extends AuditReads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list(filter: AuditFilter, window: ListWindow): Promise<{ lines: AuditLine[]; total: number }> {
    const where = whereAll([
      filter.by !== undefined && sql`(key_id = ${filter.by} or lower(key_name) = lower(${filter.by}))`,
      filter.action !== undefined && sql`(action = ${filter.action} or starts_with(action, ${`${filter.action}.`}))`,
      filter.subjectType !== undefined && sql`subject_type = ${filter.subjectType}`,
      filter.subjectIds !== undefined && sql`subject_id in (${sql.join(filter.subjectIds)})`,
      filter.from !== undefined && sql`at >= ${filter.from}`,
      filter.to !== undefined && sql`at < ${filter.to}`,
    ]);
    const { rows, total } = await countedRows<{ line: AuditLine }>(this.em.getKysely(), {
      columns: sql`json_build_object('id', id, 'at', at, 'by', json_build_object('keyId', key_id, 'name', key_name, 'role', key_role),
        'action', action, 'subject', json_build_object('type', subject_type, 'id', subject_id), 'before', before, 'after', after,
        'reason', reason, 'requestId', request_id, 'address', address) as line`,
      from: sql`audit_line`,
      where,
      order: sql`id desc`,
      window,
    });
    return { lines: rows.map(({ line }) => ({ ...line, at: new Date(line.at).toISOString() })), total };
  }
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
