import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../../platform/config/config.ts';
import { type DayOfSupplier, SupplierReports } from '../../application/reports.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlSupplierReports extends SupplierReports {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    super();
  }

  override async firstAt(): Promise<Date | null> {
    const [row] = await rowsOf<{ at: string | null }>(
      this.em,
      sql`select min(closed_at) as at from purchase where state in ('complete', 'ended')`,
    );
    return row?.at ? new Date(row.at) : null;
  }

  override async closedSlowly(from: Date, to: Date, openMs: number): Promise<string[]> {
    const rows = await rowsOf<{ id: string }>(
      this.em,
      sql`select id from purchase where state in ('complete', 'ended') and closed_at >= ${from} and closed_at < ${to}
        and closed_at - created_at > ${openMs} * interval '1 millisecond'`,
    );
    return rows.map(({ id }) => id);
  }

  override days(from: Date, to: Date): Promise<DayOfSupplier[]> {
    return rowsOf<DayOfSupplier>(
      this.em,
      sql`with closed as (
          select closed_at, supplier, least(quantity, keys) as keys,
            case when state = 'complete' then whole else round(whole::numeric * least(quantity, keys) / quantity) end as cost,
            case when replaces_key_id is null then charged_minor * least(quantity, keys - known, charged_pieces) else 0 end as charged
          from purchase cross join lateral (
            select count(*)::integer as keys, (count(*) filter (where is_known))::integer as known,
              coalesce(cost_minor, price_minor * quantity) as whole
            from purchased_key where purchase_id = purchase.id
          ) as came
          where state in ('complete', 'ended') and keys > 0 and closed_at >= ${from} and closed_at < ${to}
        )
        select to_char(closed_at at time zone ${this.config.shopTimeZone}, 'YYYY-MM-DD') as day, supplier,
          count(*)::integer as purchases, sum(keys)::integer as keys, sum(cost)::double precision as "costMinor",
          sum(charged)::double precision as "chargedMinor"
        from closed group by 1, 2 order by 1, 2`,
    );
  }
}
