import { Migration } from '@mikro-orm/migrations';

/** An address may ask never to be asked for the newsletter again. */
export class Refusals20261124 extends Migration {
  override up(): void {
    this.addSql('alter table newsletter_subscription drop constraint newsletter_subscription_state_check');
    this.addSql(`alter table newsletter_subscription add constraint newsletter_subscription_state_check
      check (state in ('pending', 'confirmed', 'unsubscribed', 'refused'))`);
    this.addSql('alter table newsletter_token drop constraint newsletter_token_purpose_check');
    this.addSql(`alter table newsletter_token add constraint newsletter_token_purpose_check
      check (purpose in ('confirm', 'unsubscribe', 'refuse'))`);
  }
}
