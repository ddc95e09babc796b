import { Migration } from '@mikro-orm/migrations';

/** What is decided about paid orders, from what, and the payments that are counted for it. */
export class Risk20261211 extends Migration {
  override up(): void {
    this.addSql(`create table risk_decision (order_id text not null, round smallint not null, outcome text not null
      check (outcome in ('deliver', 'link', 'hold', 'refuse')), points integer not null, reasons jsonb not null, signals jsonb not null,
      policy_version integer not null, decided_at timestamptz not null, primary key (order_id, round))`);
    this.addSql('create index risk_decision_by_time on risk_decision (decided_at) where round = 1');
    // All that a count reads is in the index, newest last of each key: a payment reads a few pages, whatever the size of the table.
    this.addSql(`create table risk_fact (key text not null, at timestamptz not null, id text not null, order_id text not null,
      outcome text not null check (outcome in ('paid', 'failed')), value_minor integer not null,
      primary key (key, at, id) include (order_id, outcome, value_minor))`);
    this.addSql('create index risk_fact_by_time on risk_fact using brin (at)');
    // Counts read the index alone where the pages are known to be visible to all.
    this.addSql('alter table risk_fact set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 1000)');
    this.addSql('alter table shop_order add column from_country text, add column link_only boolean not null default false');
  }
}
