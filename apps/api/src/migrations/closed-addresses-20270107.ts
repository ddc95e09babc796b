import { Migration } from '@mikro-orm/migrations';

/** By what the erasure of a person finds the accounts that staff closed before: a keyed hash of the verified address that each had. */
export class ClosedAddresses20270107 extends Migration {
  override up(): void {
    this.addSql(`create table if not exists closed_address (
      user_id text primary key references shop_user on delete cascade,
      address_hash text not null
    )`);
    this.addSql('create index if not exists closed_address_by_hash on closed_address (address_hash)');
  }
}
