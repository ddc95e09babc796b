import { Migration } from '@mikro-orm/migrations';

/** Open checkouts are counted by network, a range of addresses in the order of their characters. */
export class Checkouts20261211 extends Migration {
  override up(): void {
    this.addSql(`create index shop_order_open_by_network on shop_order (client_address collate "C") where status = 'pending'`);
  }
}
