import { Migration } from '@mikro-orm/migrations';

/** How the report of cost and margin finds the purchases and refunds of its days. */
export class SupplierReportIndexes20261231 extends Migration {
  /** Each index keeps its table from being written while it is built, and no longer. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`create index if not exists purchase_settled on purchase (closed_at) where state in ('complete', 'ended')`);
    this.addSql('create index if not exists order_refund_done on order_refund (done_at) where done_at is not null');
  }
}
