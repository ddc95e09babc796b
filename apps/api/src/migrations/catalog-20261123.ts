import { Migration } from '@mikro-orm/migrations';

/** What the people who run the shop change of its catalogue, and the long work that they have done for them. */
export class Catalog20261123 extends Migration {
  override up(): void {
    // Columns that somebody set by hand: an import leaves them as they are.
    this.addSql(`alter table product add column kept_fields text[] not null default '{}'`);
    this.addSql(`create index price_planned_sales on price (product_id, ends_at) where kind = 'sale'`);

    // Without a row, the rules of the environment count.
    this.addSql(`create table pricing_rules (
      id boolean primary key default true check (id),
      margin double precision not null check (margin >= 0),
      usd double precision not null check (usd > 0),
      pln double precision not null check (pln > 0),
      gbp double precision not null check (gbp > 0),
      updated_at timestamptz not null,
      changed_by text not null
    )`);

    this.addSql(`create table catalog_job (
      id text primary key,
      kind text not null check (kind in ('import', 'reprice')),
      state text not null check (state in ('waiting', 'running', 'done', 'failed')),
      is_dry_run boolean not null,
      file_name text,
      file_bytes bigint not null default 0,
      read_bytes bigint not null default 0,
      lines integer not null default 0,
      counts jsonb not null default '{}',
      problems jsonb not null default '[]',
      failure text,
      created_at timestamptz not null,
      created_by text not null,
      started_at timestamptz,
      beat_at timestamptz,
      finished_at timestamptz
    )`);
    this.addSql(`create index catalog_job_open on catalog_job (created_at) where state in ('waiting', 'running')`);
    this.addSql('create index catalog_job_newest on catalog_job (kind, id desc)');
    // The uploaded file until it is read: where every worker can read it, and none needs a disk of its own.
    this.addSql(`create table catalog_job_chunk (
      job_id text not null references catalog_job (id) on delete cascade,
      number integer not null,
      content bytea not null,
      primary key (job_id, number)
    )`);
  }
}
