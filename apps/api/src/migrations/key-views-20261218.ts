import { Migration } from '@mikro-orm/migrations';

/** Viewers of keys that have to be removed by their age are found without reading all views. */
export class KeyViews20261218 extends Migration {
  override up(): void {
    this.addSql(`create index key_reveal_by_age on key_reveal (at) where viewer <> 'erased'`);
  }
}
