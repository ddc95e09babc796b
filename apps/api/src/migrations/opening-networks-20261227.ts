import { Migration } from '@mikro-orm/migrations';

/** A code opens its staff key for the network that sent it. What is open without a network needs another code. */
export class OpeningNetworks20261227 extends Migration {
  override up(): void {
    this.addSql('alter table ops_factor add column open_network text');
  }
}
