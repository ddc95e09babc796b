import { Migration } from '@mikro-orm/migrations';

/** What the shop stores of one person is found without reading tables from end to end: exports and erasures ask for it. */
export class Privacy20261214 extends Migration {
  override up(): void {
    this.addSql('create index contact_message_email on contact_message (lower(email))');
    this.addSql('create index review_user_id on review (user_id)');
    this.addSql('create index account_token_user_id on account_token (user_id)');
    this.addSql('create index account_token_email on account_token (email)');
    this.addSql('create index staff_note_subject_id on staff_note (subject_id)');
  }
}
