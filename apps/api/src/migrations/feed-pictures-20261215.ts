import { Migration } from '@mikro-orm/migrations';

/** Pictures that feeds name by addresses of others: what is to be fetched, and what is shown of them. Place 0 is the cover. */
export class FeedPictures20261215 extends Migration {
  override up(): void {
    this.addSql(`create table feed_picture (
      product_id text not null references product (id) on delete cascade, place smallint not null check (place >= 0), address text not null,
      state text not null check (state in ('waiting', 'stored', 'failed')), image_id text, tries integer not null, due_at timestamptz,
      failure text, changed_at timestamptz not null, primary key (product_id, place),
      check ((state = 'waiting') = (due_at is not null)), check (state <> 'stored' or image_id is not null)
    )`);
    this.addSql(`create index feed_picture_due on feed_picture (due_at) where state = 'waiting'`);
    this.addSql('create index feed_picture_changed on feed_picture (state, changed_at)');
  }
}
