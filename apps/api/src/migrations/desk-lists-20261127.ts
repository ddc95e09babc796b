import { Migration } from '@mikro-orm/migrations';

/** Lists of the staff that were read from end to end for a few rows, and the hourly look for old confirmations. */
export class DeskLists20261127 extends Migration {
  /** An index each: together they would hold the locks of all these tables, in an order in which a price that is set meanwhile does not. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // An action is asked for as a whole or by what it begins with.
    this.addSql('create index if not exists audit_line_by_action on audit_line (action text_pattern_ops, id)');
    this.addSql('create index if not exists audit_line_of_id on audit_line (subject_id, id)');
    this.addSql('create index if not exists product_by_popularity on product (popularity desc, id)');
    this.addSql('create index if not exists product_of_platform on product (platform, popularity desc, id)');
    this.addSql('create index if not exists product_hidden on product (popularity desc, id) where is_hidden');
    this.addSql('create index if not exists payment_event_by_outcome on payment_event (outcome, received_at desc, id desc)');
    this.addSql('create index if not exists contact_message_open on contact_message (created_at desc, id desc) where done_at is null');
    this.addSql('create index if not exists review_hidden on review (created_at desc, id desc) where is_hidden');
    this.addSql('create index if not exists review_by_rating on review (rating, created_at desc, id desc)');
    // A sale touches no key that is in here.
    this.addSql(`create index if not exists stock_key_off_sale on stock_key (state, id desc) where state in ('burnt', 'quarantined')`);
    this.addSql(`create index if not exists newsletter_token_to_confirm on newsletter_token (created_at) where purpose = 'confirm'`);
  }
}
