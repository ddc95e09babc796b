import { Migration } from '@mikro-orm/migrations';

/** Records of mails and reports of catalogue jobs are deleted by age. */
export class Retention20261210 extends Migration {
  override up(): void {
    this.addSql(`create index letter_closed on letter (closed_at) where state in ('sent', 'dropped')`);
    this.addSql('create index catalog_job_finished on catalog_job (finished_at) where finished_at is not null');
  }
}
