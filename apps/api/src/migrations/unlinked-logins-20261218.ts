import { Migration } from '@mikro-orm/migrations';

/** A social login that was unlinked is remembered: its verified address does not link it to the same account again. */
export class UnlinkedLogins20261218 extends Migration {
  override up(): void {
    this.addSql('alter table user_identity add column unlinked_at timestamptz');
  }
}
