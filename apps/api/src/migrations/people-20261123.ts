import { Migration } from '@mikro-orm/migrations';

/** What staff do with what visitors write: hide a review, note a message as answered. */
export class People20261123 extends Migration {
  override up(): void {
    this.addSql('alter table review add column is_hidden boolean not null default false');
    this.addSql('create index review_newest on review (created_at desc, id desc)');
    this.addSql('alter table contact_message add column done_at timestamptz');
    this.addSql('alter table contact_message add column done_by text');
    this.addSql('alter table contact_message add check ((done_at is null) = (done_by is null))');
    this.addSql('create index contact_message_newest on contact_message (created_at desc, id desc)');
    this.addSql('create index newsletter_subscription_by_state on newsletter_subscription (state, id)');
  }
}
