import { Migration } from '@mikro-orm/migrations';

/** Alerts to staff by mail, each once; of each kind one mail an hour at most. */
export class Alerts20261205 extends Migration {
  override up(): void {
    this.addSql(`create table alert (
      kind text not null,
      id text not null,
      about text not null,
      detail text not null,
      link text,
      raised_at timestamptz not null,
      mail_id text,
      primary key (kind, id)
    )`);
    this.addSql('create index alert_open on alert (kind) where mail_id is null');
    this.addSql('create index alert_of_mail on alert (mail_id) where mail_id is not null');
    this.addSql('create index alert_by_age on alert (raised_at)');
    this.addSql('create table alert_mail (kind text primary key, planned_at timestamptz not null)');
    // Since when a product that sells is empty; null: it is not, or nobody was told.
    this.addSql('alter table stock_watch add column empty_alerted_at timestamptz');
  }
}
