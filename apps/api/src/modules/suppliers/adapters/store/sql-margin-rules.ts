import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type StoredMarginRule, StoredMarginRules } from '../../application/margins/set-margins.ts';
import type { MarginRuleKind } from '../../domain/least-margin.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlMarginRules extends StoredMarginRules {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async all(): Promise<StoredMarginRule[]> {
    const rows = await rowsOf<StoredMarginRule>(
      this.em,
      sql`select kind, subject, margin, set_by as "setBy", set_at as "setAt" from margin_rule order by kind, subject`,
    );
    return rows.map((row) => ({ ...row, setAt: new Date(row.setAt) }));
  }

  override async set(
    { kind, subject, margin }: { kind: MarginRuleKind; subject: string; margin: number | null },
    by: string,
    at: Date,
  ): Promise<number | null> {
    const [before] = await rowsOf<{ margin: number }>(
      this.em,
      sql`select margin from margin_rule where kind = ${kind} and subject = ${subject} for update`,
    );
    await rowsOf(
      this.em,
      margin === null
        ? sql`delete from margin_rule where kind = ${kind} and subject = ${subject}`
        : sql`insert into margin_rule (kind, subject, margin, set_by, set_at) values (${kind}, ${subject}, ${margin}, ${by}, ${at})
            on conflict (kind, subject) do update set margin = excluded.margin, set_by = excluded.set_by, set_at = excluded.set_at`,
    );
    return before?.margin ?? null;
  }
}
