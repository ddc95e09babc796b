import { Migration } from '@mikro-orm/migrations';

/**
 * Which account has unlinked which social login, for as long as that account is there. The row of the login itself moves to the account that
 * it opens next, and is deleted with that one.
 */
export class UnlinkedIdentities20270106 extends Migration {
  override up(): void {
    this.addSql(`create table if not exists unlinked_identity (
      provider text not null,
      provider_id text not null,
      user_id text not null references shop_user on delete cascade,
      unlinked_at timestamptz not null,
      primary key (provider, provider_id, user_id)
    )`);
    this.addSql('create index if not exists unlinked_identity_of_user on unlinked_identity (user_id)');
    this.addSql(`insert into unlinked_identity (provider, provider_id, user_id, unlinked_at)
      select provider, provider_id, user_id, unlinked_at from user_identity where unlinked_at is not null on conflict do nothing`);
  }
}
