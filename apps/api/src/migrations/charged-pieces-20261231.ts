import { Migration } from '@mikro-orm/migrations';

/** For how many keys of a purchase a buyer paid, where that is not all: of one that arrived late. */
export class ChargedPieces20261231 extends Migration {
  override up(): void {
    this.addSql('alter table purchase add column charged_pieces integer');
  }
}
