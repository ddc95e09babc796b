import { Migration } from '@mikro-orm/migrations';

/** Reports of synchronisations say what they changed in the catalogue. */
export class Feeds20261216 extends Migration {
  override up(): void {
    for (const column of ['repriced', 'created', 'updated'])
      this.addSql(`alter table supplier_sync add column ${column} integer not null default 0`);
  }
}
