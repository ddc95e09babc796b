import { Migration } from '@mikro-orm/migrations';

/** Evidence for disputes: who saw an order when and with which browser, and which terms its buyer accepted. */
export class OrderVisits20261215 extends Migration {
  override up(): void {
    this.addSql('alter table shop_order add column terms_version text');
    this.addSql(`create table order_visit (
      id bigint generated always as identity primary key,
      order_id text not null references shop_order (id) on delete cascade,
      shown text not null check (shown in ('checkout', 'link', 'list', 'page', 'keys', 'resend')),
      viewer text not null,
      address text not null,
      browser text,
      is_buying_browser boolean not null,
      at timestamptz not null
    )`);
    this.addSql('create index order_visit_of_order on order_visit (order_id, at)');
    this.addSql('create index order_visit_by_age on order_visit (at)');
    this.addSql(`create table terms_version (
      version text primary key,
      digest text not null unique,
      text text not null,
      since timestamptz not null
    )`);
  }
}
