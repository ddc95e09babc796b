import { Migration } from '@mikro-orm/migrations';

/** `sign_in` becomes the trail of authentication: what happened besides logins, and by which browser. */
export class AuthTrail20261211 extends Migration {
  override up(): void {
    this.addSql(`alter table sign_in add column if not exists event text not null default 'login'`);
    this.addSql('alter table sign_in add column if not exists browser text');
  }
}
