import { Migration } from '@mikro-orm/migrations';

/** How often the links to an order were made anew: with its e-mail address they change hands. */
export class OrderEmail20261126 extends Migration {
  override up(): void {
    this.addSql('alter table shop_order add column link_round integer not null default 0');
  }
}
