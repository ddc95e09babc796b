import { Migration } from '@mikro-orm/migrations';

/** What a worker notes of all products when it starts is counted after what has changed. */
export class OfferCounts20261219 extends Migration {
  override up(): void {
    this.addSql('alter table offer_change add column is_of_all boolean not null default false');
    this.addSql('create index offer_change_next on offer_change (is_of_all, id)');
  }
}
