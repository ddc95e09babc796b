import { Migration } from '@mikro-orm/migrations';

/**
 * Staff may accept that a synchronisation removes most offers of a supplier. A return knows for how many of its keys a buyer had paid; null of
 * older ones: for all that no buyer had.
 */
export class AcceptedSyncs20261228 extends Migration {
  override up(): void {
    this.addSql('alter table supplier_sync add column accepts_fewer boolean not null default false');
    this.addSql('alter table supplier_return add column unsold integer');
  }
}
