import { Migration } from '@mikro-orm/migrations';

/**
 * Keys that a supplier took back by itself are marked wherever they are, also with a buyer: none of them is on sale again. Purchases that were
 * closed before the shop looked at their orders again get their looks.
 */
export class WithdrawnKeys20261229 extends Migration {
  override up(): void {
    this.addSql('alter table stock_key drop constraint stock_key_returning_check');
    // Not valid: all rows keep the narrower one, and reading them all would hold up sales.
    this.addSql(
      `alter table stock_key add constraint stock_key_returning_check check (returning_purchase is null or state <> 'available') not valid`,
    );
    this.addSql(`insert into supplier_look (purchase_id, supplier, due_at) select id, supplier, now() from purchase
      where state in ('complete', 'ended') and closed_at > now() - interval '14 days' and exists (select from purchased_key where purchase_id = purchase.id)
        or state = 'refused' and sent_at is not null and closed_at > now() - interval '1 day'
      on conflict do nothing`);
  }
}
