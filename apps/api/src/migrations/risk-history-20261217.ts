import { Migration } from '@mikro-orm/migrations';

/**
 * The two halves of what is known of payments, by how long it is kept. Without the first, each search for what has expired reads what is kept
 * for longer; without the second, whether an e-mail address has paid before is looked for among all that it failed to pay.
 */
export class RiskHistory20261217 extends Migration {
  override up(): void {
    this.addSql(`create index risk_fact_short_lived on risk_fact (at)
      where not (outcome = 'paid' and (key like 'email:%' or key like 'account:%'))`);
    this.addSql(`create index risk_fact_of_buyer on risk_fact (key, at) include (order_id)
      where outcome = 'paid' and (key like 'email:%' or key like 'account:%')`);
  }
}
