import { Migration } from '@mikro-orm/migrations';

const CURRENCIES = ['eur', 'usd', 'pln', 'gbp'];
const onePerCurrency = (column: (currency: string) => string) => CURRENCIES.map(column).join(',\n      ');

/** What the shop sells, what it asks for it, and the read model behind lists, search and home. */
export class Catalog20261121 extends Migration {
  override up(): void {
    this.addSql(`create table product (
      id text primary key check (id ~ '^[0-9a-z]{1,40}$'),
      kinguin_id integer unique check (kinguin_id > 0),
      type text not null check (type in ('game', 'software')),
      supplier_product_id text not null,
      name text not null,
      original_name text,
      title text not null,
      meta_description text not null,
      description text not null,
      notes text not null,
      platform text not null,
      category text not null,
      genres text[] not null,
      age_rating text,
      release_date date,
      developers text[] not null,
      publishers text[] not null,
      languages text[] not null,
      regions text[] not null,
      ship_time integer,
      ship_unit text,
      offer_ids text[] not null,
      limit_per_basket integer check (limit_per_basket > 0),
      cover_image text not null,
      screenshot_images text[] not null,
      details jsonb not null,
      popularity integer not null default 0,
      search_name text not null,
      search_terms text not null,
      is_hidden boolean not null default false,
      cost_minor integer,
      supplier_qty integer,
      supplier_updated_at timestamptz,
      content_hash text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      changed_by text not null,
      check ((type = 'software') = (kinguin_id is null))
    )`);

    // The price in force at T is the newest-started row that covers T; a running sale lies over any base row, also over a base
    // that changes meanwhile, and the base comes back when the sale ends. Rows are ended, never changed otherwise or deleted.
    this.addSql(`create table price (
      id bigint generated always as identity primary key,
      product_id text not null references product (id) on delete cascade,
      kind text not null check (kind in ('base', 'sale')),
      starts_at timestamptz not null,
      ends_at timestamptz check (ends_at >= starts_at),
      ${onePerCurrency((currency) => `${currency}_list_minor integer not null check (${currency}_list_minor > 0)`)},
      ${onePerCurrency((currency) => `${currency}_discounted_minor integer check (${currency}_discounted_minor > 0 and ${currency}_discounted_minor < ${currency}_list_minor)`)},
      discount_percent smallint not null check (discount_percent between 0 and 100),
      overridden text[] not null,
      actor text not null,
      created_at timestamptz not null,
      check (kind = 'base' or ends_at is not null)
    )`);
    this.addSql('create index price_of_product on price (product_id, starts_at desc)');
    // One open base: whatever writes prices twice at once fails here instead of leaving two.
    this.addSql(`create unique index price_open_base on price (product_id) where kind = 'base' and ends_at is null`);

    this.addSql(`create table listing (
      product_id text primary key references product (id) on delete cascade,
      type text not null,
      platform text not null,
      genres text[] not null,
      search_name text collate "C" not null,
      search_vector tsvector not null,
      is_hidden boolean not null,
      ${onePerCurrency((currency) => `${currency}_minor integer not null`)},
      popularity integer not null,
      newest integer not null,
      limit_per_basket integer,
      stock integer not null default 0 check (stock >= 0),
      card text not null,
      next_price_change_at timestamptz
    ) with (fillfactor = 90)`);
    // Stock is in no index, so that a sale rewrites a listing in place.
    const prices = 'include (eur_minor, usd_minor, pln_minor, gbp_minor)';
    this.addSql(
      `create index listing_popular_of_platform on listing (platform, popularity desc, newest desc, product_id) ${prices} where type = 'game' and not is_hidden`,
    );
    this.addSql(`create index listing_popular on listing (type, popularity desc, newest desc, product_id) ${prices} where not is_hidden`);
    this.addSql(`create index listing_popular_of_all on listing (popularity desc, newest desc, product_id) where not is_hidden`);
    this.addSql('create index listing_newest on listing (type, newest desc, product_id) where not is_hidden');
    this.addSql('create index listing_by_name on listing (type, search_name, product_id) where not is_hidden');
    for (const currency of CURRENCIES) {
      this.addSql(`create index listing_by_${currency} on listing (type, ${currency}_minor, product_id) where not is_hidden`);
    }
    this.addSql('create index listing_of_genre on listing using gin (genres) with (fastupdate = off)');
    this.addSql('create index listing_of_words on listing using gin (search_vector) with (fastupdate = off)');
    this.addSql('create index listing_of_name on listing (search_name) where not is_hidden');
    this.addSql('create index listing_next_price on listing (next_price_change_at) where next_price_change_at is not null');

    // One row per product and genre: a page of "platform and genre, most popular first" is read off an index in its order.
    this.addSql(`create table listing_genre (
      product_id text not null references listing (product_id) on delete cascade,
      genre text not null,
      type text not null,
      platform text not null,
      popularity integer not null,
      newest integer not null,
      ${onePerCurrency((currency) => `${currency}_minor integer not null`)},
      primary key (product_id, genre)
    )`);
    this.addSql(
      `create index listing_genre_of_platform on listing_genre (platform, genre, popularity desc, newest desc, product_id) ${prices} where type = 'game'`,
    );
    this.addSql(`create index listing_genre_of_type on listing_genre (type, genre, popularity desc, newest desc, product_id) ${prices}`);

    // Every word of every name: what a misspelt word is compared with.
    this.addSql(`create table search_word (word text collate "C" primary key)`);
    this.addSql('create index search_word_like on search_word using gin (word gin_trgm_ops) with (fastupdate = off)');
    this.addSql(`create function similar_words(wanted text, most integer) returns setof text
      language sql stable parallel safe set pg_trgm.similarity_threshold = 0.2
      as 'select word from search_word where word % wanted order by similarity(word, wanted) desc, word limit most'`);

    this.addSql(`create table home_section (
      id text primary key,
      position integer not null unique,
      section_name text not null,
      is_featured boolean not null default false,
      after_slider_platform boolean not null default false,
      after_slider_price boolean not null default false,
      changed_by text not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create unique index home_section_featured on home_section (is_featured) where is_featured');
    this.addSql(`create table home_section_product (
      section_id text not null references home_section (id) on delete cascade,
      position integer not null,
      product_id text not null references product (id) on delete cascade,
      primary key (section_id, position)
    )`);
    this.addSql('create index home_section_product_of_product on home_section_product (product_id)');

    // Which one-off steps of filling an empty shop are done.
    this.addSql(`create table seed_step (name text primary key, done_at timestamptz not null)`);
  }
}
