import { Migration } from '@mikro-orm/migrations';

/** What the people who run the shop need of its stock: levels, a word when it runs low, and a change of the key that encrypts all keys. */
export class Stock20261123 extends Migration {
  override up(): void {
    this.addSql('create index stock_key_of_product on stock_key (product_id, state)');
    this.addSql('create index stock_key_by_version on stock_key (key_version, id)');

    this.addSql(`create table stock_setting (
      id boolean primary key default true check (id),
      low_threshold integer not null check (low_threshold >= 0),
      updated_at timestamptz not null,
      changed_by text not null
    )`);
    this.addSql(`insert into stock_setting (low_threshold, updated_at, changed_by) values (3, now(), 'migration')`);

    // Every product that has ever had keys. An alert names those that fell low since the one before; restocking takes the name off.
    this.addSql(`create table stock_watch (
      product_id text primary key references product (id) on delete cascade,
      threshold integer check (threshold >= 0),
      alert_id text,
      alerted_at timestamptz,
      check ((alert_id is null) = (alerted_at is null))
    )`);
    this.addSql('insert into stock_watch (product_id) select distinct product_id from stock_key');
    this.addSql('create index stock_watch_of_alert on stock_watch (alert_id) where alert_id is not null');

    this.addSql(`create table key_rotation (
      id text primary key,
      to_version integer not null,
      total integer not null,
      started_at timestamptz not null,
      started_by text not null,
      finished_at timestamptz
    )`);
    this.addSql('create unique index key_rotation_open on key_rotation ((true)) where finished_at is null');
  }
}
