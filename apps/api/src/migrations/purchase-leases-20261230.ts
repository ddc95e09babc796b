import { Migration } from '@mikro-orm/migrations';

/** Until when a purchase is a worker's, apart from when its next step is due: a hint moves that alone. */
export class PurchaseLeases20261230 extends Migration {
  override up(): void {
    this.addSql('alter table purchase add column leased_until timestamptz');
  }
}
