import { Migration } from '@mikro-orm/migrations';

/** Small synchronisations have reports as those of all offers have. */
export class SyncKinds20261222 extends Migration {
  override up(): void {
    this.addSql(`alter table supplier_sync add column kind text not null default 'all' check (kind in ('all', 'changes'))`);
    this.addSql('create index supplier_offer_seen on supplier_offer (supplier, seen_at, offer_id) where product_id is not null');
  }
}
