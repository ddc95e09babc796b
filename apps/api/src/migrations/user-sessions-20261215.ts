import { Migration } from '@mikro-orm/migrations';

/** Where users are signed in. Tokens of the version before get their row when they are next seen. */
export class UserSessions20261215 extends Migration {
  override up(): void {
    this.addSql(`create table if not exists user_session (
      id text primary key,
      user_id text not null references shop_user on delete cascade,
      version integer not null,
      network text not null,
      browser text,
      started_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`);
    this.addSql('create index if not exists user_session_of_user on user_session (user_id, seen_at desc)');
    this.addSql('create index if not exists user_session_by_time on user_session (expires_at)');
  }
}
