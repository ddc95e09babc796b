import { Migration } from '@mikro-orm/migrations';

/** Users, what they write, what they read, and who is kept out. */
export class People20261121 extends Migration {
  override up(): void {
    this.addSql(`create table shop_user (
      id text primary key,
      email text not null unique check (email = lower(email)),
      username text not null,
      lastname text not null,
      password_hash text not null,
      email_verified_at timestamptz,
      token_version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      changed_by text not null
    )`);

    // Shared by all replicas, so that more replicas do not mean more guesses.
    this.addSql(`create table rate_limit (
      bucket text primary key,
      hits integer not null,
      ends_at timestamptz not null
    )`);
    this.addSql('create index rate_limit_ended on rate_limit (ends_at)');

    this.addSql(`create table review (
      id text primary key,
      product_type text not null check (product_type in ('kinguin', 'software')),
      product_id text not null references product (id) on delete cascade,
      user_id text not null references shop_user (id) on delete cascade,
      rating smallint not null check (rating between 1 and 5),
      description text not null,
      created_at timestamptz not null,
      changed_by text not null,
      unique (product_id, user_id)
    )`);
    this.addSql('create index review_of_product on review (product_id, created_at desc, id desc)');

    this.addSql(`create table info_page (
      name text primary key,
      type text not null check (type in ('Company', 'Resources')),
      position integer not null,
      description text not null,
      meta_description text not null,
      updated_at timestamptz not null,
      changed_by text not null
    )`);
    this.addSql(`create table blog_post (
      id text primary key,
      unique_route text not null unique,
      title text not null,
      cover_image text not null,
      meta_description text not null,
      description text not null,
      published_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      changed_by text not null
    )`);
    this.addSql('create index blog_post_newest on blog_post ((coalesce(published_at, created_at)) desc, id desc)');

    this.addSql(`create table blocked_network (
      network cidr primary key,
      reason text not null,
      created_at timestamptz not null,
      changed_by text not null
    )`);
    this.addSql(`create table blocked_country (
      code text primary key check (code ~ '^[A-Z]{2}$'),
      reason text not null,
      created_at timestamptz not null,
      changed_by text not null
    )`);
  }
}
