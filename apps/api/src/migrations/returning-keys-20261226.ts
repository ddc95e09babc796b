import { Migration } from '@mikro-orm/migrations';

/** Keys that go back to their supplier, or went: nobody may have or buy them. */
export class ReturningKeys20261226 extends Migration {
  override up(): void {
    this.addSql('alter table stock_key add column returning_purchase text');
    // Not valid: all rows have null, and reading them all would hold up sales.
    this.addSql(`alter table stock_key add constraint stock_key_returning_check
      check (returning_purchase is null or state in ('quarantined', 'burnt')) not valid`);
  }
}
