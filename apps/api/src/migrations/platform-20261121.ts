import { Migration } from '@mikro-orm/migrations';

/** What no module owns: the shared clock, the outbox, recipes of drawn pictures. */
export class Platform20261121 extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    this.addSql('create extension if not exists unaccent');

    this.addSql(`create table clock (
      id boolean primary key default true check (id),
      offset_ms bigint not null default 0
    )`);
    this.addSql('insert into clock default values');

    this.addSql(`create table outbox (
      id bigint generated always as identity primary key,
      job_id text not null unique,
      queue text not null,
      job text not null,
      data jsonb not null,
      created_at timestamptz not null,
      relayed_at timestamptz
    )`);
    this.addSql('create index outbox_waiting on outbox (id) where relayed_at is null');
    this.addSql('create index outbox_relayed on outbox (relayed_at) where relayed_at is not null');

    this.addSql(`create table image (
      id text primary key,
      recipe jsonb not null,
      created_at timestamptz not null
    )`);
  }
}
