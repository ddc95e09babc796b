import { Migration } from '@mikro-orm/migrations';

/** Links are asked for by address, and tied to an account when their mail is written. */
export class Accounts20261125 extends Migration {
  override up(): void {
    this.addSql('create index account_token_of_address on account_token (email) where used_at is null');
  }
}
