import { Migration } from '@mikro-orm/migrations';

/** A purchase may replace a key that does not work, and each key that came is noted by its row in stock, too. */
export class Replacements20261220 extends Migration {
  /** The locks of the columns end before an index is built: purchases and their keys are read meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table purchase add column if not exists replaces_line integer, add column if not exists replaces_slot integer,
      add column if not exists replaces_key_id text, add column if not exists asked_by text,
      add column if not exists accepts_loss boolean not null default false`);
    this.addSql('create index if not exists purchase_replacing on purchase (order_id) where replaces_key_id is not null');
    this.addSql('alter table purchased_key add column if not exists stock_key_id text');
    this.addSql('create index if not exists purchased_key_in_stock on purchased_key (stock_key_id) where stock_key_id is not null');
  }
}
