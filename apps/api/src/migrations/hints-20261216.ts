import { Migration } from '@mikro-orm/migrations';

/** Products of suppliers that webhooks named and that are still to be asked about. */
export class Hints20261216 extends Migration {
  override up(): void {
    this.addSql(`create table supplier_hint (
      supplier text not null, supplier_product_id text not null, heard integer not null default 1, heard_at timestamptz not null,
      due_at timestamptz not null, tries integer not null default 0, primary key (supplier, supplier_product_id)
    )`);
    this.addSql('create index supplier_hint_due on supplier_hint (due_at)');
    this.addSql(`create index purchase_of_supplier_order on purchase (supplier, supplier_order_id) where state = 'ordered'`);
  }
}
