import { Migration } from '@mikro-orm/migrations';

/** Rules of margin for products, genres and suppliers. */
export class Margins20261216 extends Migration {
  override up(): void {
    this.addSql(`create table margin_rule (
      kind text not null check (kind in ('product', 'genre', 'supplier')), subject text not null,
      margin double precision not null check (margin >= 0 and margin < 1), set_by text not null, set_at timestamptz not null,
      primary key (kind, subject)
    )`);
  }
}
