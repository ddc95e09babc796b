import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type BreakerState, type SupplierName, type SupplierState, SupplierStates } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

const dateOf = (text: string | Date | null) => (text === null ? null : new Date(text));

@Injectable()
export class SqlSupplierStates extends SupplierStates {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async of(names: readonly SupplierName[]): Promise<ReadonlyMap<SupplierName, SupplierState>> {
    const rows = await rowsOf<SupplierState & { name: SupplierName }>(
      this.em,
      sql`select asked.name, paused_at as "pausedAt", paused_by as "pausedBy", balance_minor as "balanceMinor", breaker, failure,
          checked_at as "checkedAt",
          (select max(finished_at) from supplier_sync where supplier_sync.supplier = asked.name and kind = 'all' and state = 'done') as "feedAt",
          (select count(*)::integer from supplier_offer where supplier_offer.supplier = asked.name) as offers
        from unnest(${[...names]}::text[]) as asked (name) left join supplier using (name)`,
    );
    return new Map(
      rows.map(({ name, ...state }) => [
        name,
        { ...state, pausedAt: dateOf(state.pausedAt), checkedAt: dateOf(state.checkedAt), feedAt: dateOf(state.feedAt) },
      ]),
    );
  }

  override async paused(names: readonly SupplierName[]): Promise<ReadonlySet<SupplierName>> {
    const rows = await rowsOf<{ name: SupplierName }>(
      this.em,
      sql`select name from supplier where name = any(${[...names]}::text[]) and paused_at is not null`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  override pause(name: SupplierName, by: string, at: Date): Promise<boolean> {
    return this.change(name, by, at);
  }

  override resume(name: SupplierName): Promise<boolean> {
    return this.change(name, null, null);
  }

  override async note(
    name: SupplierName,
    { balanceMinor, breaker, failure }: { balanceMinor: number | null; breaker: BreakerState; failure: string | null },
    at: Date,
  ): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into supplier (name, balance_minor, breaker, failure, checked_at)
        values (${name}, ${balanceMinor}, ${breaker}, ${failure}, ${at})
        on conflict (name) do update set balance_minor = coalesce(excluded.balance_minor, supplier.balance_minor),
          breaker = excluded.breaker, failure = excluded.failure, checked_at = excluded.checked_at`,
    );
  }

  /** Who paused first stays named. */
  private async change(name: SupplierName, by: string | null, at: Date | null): Promise<boolean> {
    await rowsOf(this.em, sql`insert into supplier (name) values (${name}) on conflict do nothing`);
    const [before] = await rowsOf<{ paused: boolean }>(
      this.em,
      sql`select paused_at is not null as paused from supplier where name = ${name} for update`,
    );
    const isPaused = before?.paused ?? false;
    if (isPaused !== (at !== null))
      await rowsOf(this.em, sql`update supplier set paused_at = ${at}, paused_by = ${by} where name = ${name}`);
    return isPaused;
  }
}
