import { Migration } from '@mikro-orm/migrations';

/** Policies of decisions about risk, each change a version. Without a row the defaults of the code count. */
export class RiskPolicy20261212 extends Migration {
  override up(): void {
    this.addSql(`create table risk_policy (version integer primary key, policy jsonb not null, set_by text not null,
      set_at timestamptz not null)`);
  }
}
