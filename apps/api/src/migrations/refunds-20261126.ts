import { Migration } from '@mikro-orm/migrations';

/** How often the provider was asked for a refund, what it said last, and refunds that the staff gave up. */
export class Refunds20261126 extends Migration {
  override up(): void {
    this.addSql(`alter table order_refund
      add column tries integer not null default 0,
      add column attempted_at timestamptz,
      add column refusal text,
      add column key_ids text[] not null default '{}',
      add column given_up_at timestamptz`);
    this.addSql('create index order_refund_under_way on order_refund (asked_at) where done_at is null and given_up_at is null');
  }
}
