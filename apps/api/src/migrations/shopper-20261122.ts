import { Migration } from '@mikro-orm/migrations';

/** What shoppers see and send: orders of an account, looked-at keys, messages to support, the newsletter, and the news of a block. */
export class Shopper20261122 extends Migration {
  override up(): void {
    this.addSql(
      'create index shop_order_of_user on shop_order (user_id, created_at desc) where user_id is not null and paid_at is not null',
    );
    this.addSql('create index shop_order_paid_by_email on shop_order (email, created_at desc) where paid_at is not null');

    this.addSql(`create table key_reveal (
      id bigint generated always as identity primary key,
      order_id text not null references shop_order (id),
      viewer text not null,
      address text not null,
      at timestamptz not null
    )`);
    this.addSql('create index key_reveal_of_order on key_reveal (order_id, at)');
    this.addSql(`create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception '% is only ever added to', tg_table_name; end $$`);
    this.addSql(`create trigger key_reveal_is_kept before update or delete or truncate on key_reveal
      for each statement execute function refuse_change()`);

    this.addSql(`create table contact_message (
      id text primary key,
      full_name text not null,
      email text not null,
      message text not null,
      file_name text,
      file_type text,
      file_content bytea,
      created_at timestamptz not null,
      check ((file_name is null) = (file_content is null) and (file_name is null) = (file_type is null)),
      check (octet_length(file_content) <= 5242880)
    )`);

    this.addSql(`create table newsletter_subscription (
      id text primary key,
      email text not null unique check (email = lower(email)),
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
      asked_at timestamptz not null,
      asked_from text not null,
      confirmed_at timestamptz,
      confirmed_from text,
      unsubscribed_at timestamptz
    )`);
    this.addSql(`create table newsletter_token (
      hash bytea primary key,
      subscription_id text not null references newsletter_subscription (id) on delete cascade,
      purpose text not null check (purpose in ('confirm', 'unsubscribe')),
      created_at timestamptz not null
    )`);
    this.addSql('create index newsletter_token_of_subscription on newsletter_token (subscription_id)');

    this.addSql(`create function tell_blocks_changed() returns trigger language plpgsql as $$
      begin perform pg_notify('blocks_changed', ''); return null; end $$`);
    for (const table of ['blocked_network', 'blocked_country']) {
      this.addSql(`create trigger ${table}_changed after insert or update or delete or truncate on ${table}
        for each statement execute function tell_blocks_changed()`);
    }
  }
}
