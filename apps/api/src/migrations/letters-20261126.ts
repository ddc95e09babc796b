import { Migration } from '@mikro-orm/migrations';

/** A mail that its own mailbox puts off says nothing about the shop's delivery: it is counted separately. */
export class Letters20261126 extends Migration {
  override up(): void {
    this.addSql('alter table letter add column is_put_off_by_mailbox boolean not null default false');
  }
}
