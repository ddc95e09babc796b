import { Migration } from '@mikro-orm/migrations';

/** Refunds that the buyer's bank sent back: they wait for somebody. */
export class RefundBounces20261126 extends Migration {
  override up(): void {
    this.addSql('alter table order_refund add column failed_at timestamptz, add column closed_at timestamptz');
    this.addSql('create index order_refund_failed on order_refund (failed_at) where failed_at is not null and closed_at is null');

    // Refunds that somebody made at the provider, for nobody knows what.
    this.addSql(`create index order_refund_elsewhere on order_refund (asked_at) where lines = '{}'`);
    this.addSql('alter table payment_event add column is_about_refunds boolean not null default false');
  }
}
