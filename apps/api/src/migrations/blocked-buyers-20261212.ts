import { Migration } from '@mikro-orm/migrations';

/** Blocked e-mail addresses, domains, cards and accounts. */
export class BlockedBuyers20261212 extends Migration {
  override up(): void {
    this.addSql(`create table blocked_buyer (
      id text primary key,
      kind text not null check (kind in ('email', 'domain', 'card', 'account')),
      value text not null,
      reason text not null,
      created_at timestamptz not null,
      changed_by text not null,
      ends_at timestamptz,
      unique (kind, value)
    )`);
  }
}
