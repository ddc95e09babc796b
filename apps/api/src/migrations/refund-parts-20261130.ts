import { Migration } from '@mikro-orm/migrations';

/** Refunds of single pieces and of amounts, with their reason; and what lost disputes took, which is no refund. */
export class RefundParts20261130 extends Migration {
  override up(): void {
    // `lines` stays what it was: the numbers of all lines that a refund is about. Without `pieces` the whole of each is meant.
    this.addSql(`alter table order_refund
      add column kind text not null default 'pieces',
      add column pieces jsonb,
      add column reason text`);
    this.addSql('alter table shop_order add column charged_back_minor integer not null default 0');

    // The provider's ids of disputes begin so. What their orders say is left as it is: the version before this one reads that.
    this.addSql(`update order_refund set kind = 'chargeback' where id ~ '^(dp|du)_'`);
    this.addSql(`update order_refund set kind = 'external' where kind = 'pieces' and lines = '{}'`);
  }
}
