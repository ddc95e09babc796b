import { Migration } from '@mikro-orm/migrations';

/**
 * The list of words gets those that it had no need of while it served misspelt words alone: a beginning is completed from it now.
 * All terms but those that are two words of the name run together; the importer and the desk write the same from here on.
 */
export class Words20261125 extends Migration {
  override up(): void {
    this.addSql(`insert into search_word
      select distinct term
      from product
        cross join lateral (select string_to_array(search_name, ' ') as words) name
        cross join lateral unnest(string_to_array(search_terms, ' ')) term
      where term <> '' and term <> all (array(select words[place] || words[place + 1] from generate_series(1, cardinality(words) - 1) place))
      on conflict do nothing`);
  }
}
