import { Migration } from '@mikro-orm/migrations';

/** What may happen once, what mailed links open, logins by other sites, wishlists. */
export class Accounts20261122 extends Migration {
  override up(): void {
    this.addSql(`create table single_use (
      name text primary key,
      ends_at timestamptz not null
    )`);
    this.addSql('create index single_use_ended on single_use (ends_at)');

    // An account that another site vouches for has no password, and Steam tells no address.
    this.addSql('alter table shop_user alter column password_hash drop not null, alter column email drop not null');

    this.addSql(`create table account_token (
      id text primary key,
      kind text not null check (kind in ('verification', 'reset', 'taken-address')),
      user_id text references shop_user (id) on delete cascade,
      email text,
      token_hash text unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`);
    this.addSql('create index account_token_of_user on account_token (user_id, kind)');
    this.addSql('create index account_token_ended on account_token (expires_at)');

    this.addSql(`create table user_identity (
      provider text not null check (provider in ('google', 'facebook', 'steam')),
      provider_id text not null,
      user_id text not null references shop_user (id) on delete cascade,
      created_at timestamptz not null,
      primary key (provider, provider_id)
    )`);
    this.addSql('create index user_identity_of_user on user_identity (user_id)');

    this.addSql(`create table wishlist_item (
      user_id text not null references shop_user (id) on delete cascade,
      product_id text not null references product (id) on delete cascade,
      position integer not null,
      added_at timestamptz not null,
      primary key (user_id, product_id)
    )`);
    this.addSql('create index wishlist_item_of_product on wishlist_item (product_id)');
  }
}
