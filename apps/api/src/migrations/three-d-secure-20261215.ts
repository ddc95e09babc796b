import { Migration } from '@mikro-orm/migrations';

/** How 3-D Secure is asked for with the payment of an order: kept, because a call that is repeated to the provider must be the same. Null: not. */
export class ThreeDSecure20261215 extends Migration {
  override up(): void {
    this.addSql('alter table shop_order add column three_d_secure text');
  }
}
