import { Migration } from '@mikro-orm/migrations';

/** Every mail of the shop goes the way that order mails went: one row each, claimed before it is sent and closed after. */
export class Mail20261122 extends Migration {
  override up(): void {
    this.addSql('alter table order_mail rename to letter');
    this.addSql('alter table letter rename column order_id to about');
    this.addSql('alter table letter drop constraint order_mail_order_id_fkey');
    this.addSql('alter table letter drop constraint order_mail_kind_check');
    this.addSql('alter table letter drop constraint order_mail_state_check');
    this.addSql(
      `alter table letter add constraint letter_state_check check (state in ('waiting', 'sending', 'sent', 'refused', 'dropped'))`,
    );
    this.addSql('alter index order_mail_pkey rename to letter_pkey');
    this.addSql('alter index order_mail_of_order rename to letter_about');
    this.addSql('alter index order_mail_open rename to letter_open');
    // The version before this one goes on writing and reading its own mails here while it is being replaced; of other mails it knows nothing.
    this.addSql(`create view order_mail as select id, about as order_id, kind, state, claimed_at, sent_at, created_at from letter
      where kind in ('keys', 'refund')`);
  }
}
