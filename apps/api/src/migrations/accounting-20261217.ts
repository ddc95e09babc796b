import { Migration } from '@mikro-orm/migrations';

/** What loses its people by age is found without reading what has lost them. */
export class Accounting20261217 extends Migration {
  override up(): void {
    this.addSql(`create index shop_order_accounted on shop_order (created_at) where email not like '%@accounted.invalid'`);
    this.addSql(`create index key_reveal_with_viewer on key_reveal (at) where viewer <> 'erased'`);
    this.addSql(`create index risk_decision_with_signals on risk_decision (decided_at) where signals <> '{}'`);
    this.addSql(`create index audit_line_about_orders on audit_line (at)
      where subject_type = 'order' and (before is not null or after is not null or reason is not null)`);
  }
}
