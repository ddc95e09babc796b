import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../../platform/config/config.ts';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { PricingRules } from '../../application/ports.ts';
import type { PriceRules } from '../../domain/price.ts';

@Injectable()
export class SqlPricingRules extends PricingRules {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    super();
  }

  override async current(): Promise<PriceRules> {
    const { rows } = await sql<{ margin: number; usd: number; pln: number; gbp: number }>`
      select margin, usd, pln, gbp from pricing_rules`.execute(this.em.getKysely());
    const [set] = rows;
    if (set) return { margin: set.margin, exchangeRates: { Usd: set.usd, Pln: set.pln, Gbp: set.gbp } };
    return { margin: this.config.margin, exchangeRates: this.config.exchangeRates };
  }

  override async hold(): Promise<PriceRules> {
    await sql`select pg_advisory_xact_lock_shared(${LOCKS.pricingRules})`.execute(this.em.getKysely());
    // A separate statement: it sees what was committed while it waited for the lock.
    return this.current();
  }

  override async since(): Promise<Date | null> {
    const { rows } = await sql<{ since: string | null }>`
      select coalesce((select updated_at from pricing_rules), (select created_at from price order by id limit 1)) as since`.execute(
      this.em.getKysely(),
    );
    const since = rows[0]?.since ?? null;
    return since === null ? null : new Date(since);
  }

  override async set({ margin, exchangeRates: { Usd, Pln, Gbp } }: PriceRules, at: Date, actor: string): Promise<PriceRules> {
    await sql`select pg_advisory_xact_lock(${LOCKS.pricingRules})`.execute(this.em.getKysely());
    const before = await this.current();
    await sql`insert into pricing_rules (margin, usd, pln, gbp, updated_at, changed_by)
      values (${margin}, ${Usd}, ${Pln}, ${Gbp}, ${at}, ${actor})
      on conflict (id) do update set margin = excluded.margin, usd = excluded.usd, pln = excluded.pln, gbp = excluded.gbp,
        updated_at = excluded.updated_at, changed_by = excluded.changed_by`.execute(this.em.getKysely());
    return before;
  }
}
