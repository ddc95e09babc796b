import { Migration } from '@mikro-orm/migrations';

/** Reconciliation reads open and ended orders by the indexes of each; this one, in the order of both, is read no more. */
export class ReconciledOrders20270110 extends Migration {
  override up(): void {
    this.addSql('drop index if exists shop_order_to_reconcile');
  }
}
