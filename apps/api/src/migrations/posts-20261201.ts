import { Migration } from '@mikro-orm/migrations';

/** Posts that are not to be read yet: drafts by a mark of their own, planned ones by `published_at` alone. */
export class Posts20261201 extends Migration {
  override up(): void {
    this.addSql('alter table blog_post add column is_draft boolean not null default false');
  }
}
