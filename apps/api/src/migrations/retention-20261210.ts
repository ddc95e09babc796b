import { Migration } from '@mikro-orm/migrations';

/** Records of mails are deleted by age. */
export class Retention20261210 extends Migration {
  override up(): void {
    this.addSql(`create index letter_closed on letter (closed_at) where state in ('sent', 'dropped')`);
  }
}
