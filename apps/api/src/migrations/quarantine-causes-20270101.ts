import { Migration } from '@mikro-orm/migrations';

/**
 * Why a key is in quarantine, or marked for it: after a restore only those that the restore put there are released together. Of keys from
 * before it is unknown, as audit entries of uploads and restores do not name their keys.
 */
export class QuarantineCauses20270101 extends Migration {
  override up(): void {
    this.addSql('alter table stock_key add column quarantine_cause text');
    // Not valid: all rows have null, and reading them all would hold up sales.
    this.addSql(`alter table stock_key add constraint stock_key_cause_check
      check (quarantine_cause in ('restore', 'upload', 'look', 'return')) not valid`);
  }
}
