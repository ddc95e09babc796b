import { Migration } from '@mikro-orm/migrations';

/** After a restore: keys that may have been sold since the backup stay off sale until somebody knows better. */
export class Quarantine20261126 extends Migration {
  override up(): void {
    // Marked is every key that was there at the restore, whatever its state: one that comes back into stock goes into quarantine.
    this.addSql('alter table stock_key add column quarantined_at timestamptz');
    this.addSql('alter table stock_key drop constraint stock_key_state_check');
    this.addSql(`alter table stock_key add constraint stock_key_state_check
      check (state in ('available', 'reserved', 'sold', 'burnt', 'quarantined'))`);
    this.addSql(`alter table stock_key add constraint stock_key_quarantined_check
      check (state <> 'quarantined' or (order_id is null and quarantined_at is not null))`);
    this.addSql(`alter table stock_key add constraint stock_key_released_check check (state <> 'available' or quarantined_at is null)`);
  }
}
