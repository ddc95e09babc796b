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
      sql`with moved as (
          select closed_at, supplier, 1 as purchases, came as keys,
            round(coalesce(cost_minor, price_minor * quantity)::numeric * came / quantity) as cost, charged * came as charged
          from purchase cross join lateral (
            select case when state = 'complete' then quantity
              else least(quantity, (select count(*)::integer from purchased_key where purchase_id = purchase.id)) end as came,
              case when replaces_key_id is null then charged_minor else 0 end as charged
          ) as keys
          where state in ('complete', 'ended') and came > 0 and closed_at >= ${from} and closed_at < ${to}
          union all
          select back.closed_at, back.supplier, 0, -back.keys, -back.refunded_minor,
            case when replaces_key_id is null then -charged_minor * back.undelivered else 0 end
          from supplier_return as back join purchase on purchase.id = purchase_id
          where back.state = 'done' and back.closed_at >= ${from} and back.closed_at < ${to}
        )
        select to_char(closed_at at time zone ${this.config.shopTimeZone}, 'YYYY-MM-DD') as day, supplier,
          sum(purchases)::integer as purchases, sum(keys)::integer as keys, sum(cost)::double precision as "costMinor",
          sum(charged)::double precision as "chargedMinor"
        from moved group by 1, 2 order by 1, 2`,
    );
  }
}
