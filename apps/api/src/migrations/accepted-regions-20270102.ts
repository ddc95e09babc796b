import { Migration } from '@mikro-orm/migrations';

/** Whether staff accepted that a key in place of another one does not activate in its buyer's country any more. */
export class AcceptedRegions20270102 extends Migration {
  override up(): void {
    this.addSql('alter table purchase add column accepts_region boolean not null default false');
  }
}
