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

  override days(from: Date, to: Date): Promise<DayOfSupplier[]> {
    return rowsOf<DayOfSupplier>(
      this.em,
      sql`select to_char(closed_at at time zone ${this.config.shopTimeZone}, 'YYYY-MM-DD') as day, supplier,
          count(*)::integer as purchases, sum(came)::integer as keys,
          sum(round(coalesce(cost_minor, price_minor * quantity)::numeric * came / quantity))::double precision as "costMinor",
          sum(case when replaces_key_id is null then charged_minor * came else 0 end)::double precision as "chargedMinor"
        from purchase cross join lateral (
          select case when state = 'complete' then quantity
            else least(quantity, (select count(*)::integer from purchased_key where purchase_id = purchase.id)) end as came
        ) as keys
        where state in ('complete', 'ended') and came > 0 and closed_at >= ${from} and closed_at < ${to} group by 1, 2 order by 1, 2`,
    );
  }
}
