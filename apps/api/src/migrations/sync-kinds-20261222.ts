import { Migration } from '@mikro-orm/migrations';

/** Small synchronisations have reports as those of all offers have. */
export class SyncKinds20261222 extends Migration {
  /** The lock of the column ends before the index is built from all offers: reports are written and read meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table supplier_sync add column if not exists kind text not null default 'all' check (kind in ('all', 'changes'))`);
    this.addSql(
      'create index if not exists supplier_offer_seen on supplier_offer (supplier, seen_at, offer_id) where product_id is not null',
    );
  }
}
