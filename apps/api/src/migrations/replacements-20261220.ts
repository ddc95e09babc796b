import { Migration } from '@mikro-orm/migrations';

/** A purchase may replace a key that does not work, and each key that came is noted by its row in stock, too. */
export class Replacements20261220 extends Migration {
  override up(): void {
    this.addSql(`alter table purchase add column replaces_line integer, add column replaces_slot integer, add column replaces_key_id text,
      add column asked_by text, add column accepts_loss boolean not null default false`);
    this.addSql('create index purchase_replacing on purchase (order_id) where replaces_key_id is not null');
    this.addSql('alter table purchased_key add column stock_key_id text');
    this.addSql('create index purchased_key_in_stock on purchased_key (stock_key_id) where stock_key_id is not null');
  }
}
