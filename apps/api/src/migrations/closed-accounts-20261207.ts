import { Migration } from '@mikro-orm/migrations';

/** The owner of a closed account is notified by mail: the mail stores its address until it was sent. */
export class ClosedAccounts20261207 extends Migration {
  override up(): void {
    this.addSql('alter table account_token drop constraint account_token_kind_check');
    this.addSql(
      `alter table account_token add constraint account_token_kind_check check (kind in ('verification', 'reset', 'taken-address', 'account-closed'))`,
    );
  }
}
