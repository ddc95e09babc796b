import { Migration } from '@mikro-orm/migrations';

/** A return knows for how many of its keys a buyer had paid; null of older ones: for all that no buyer had. */
export class UnsoldReturns20261228 extends Migration {
  override up(): void {
    this.addSql('alter table supplier_return add column unsold integer');
  }
}
