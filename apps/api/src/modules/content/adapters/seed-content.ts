import { type QueryExecutorProvider, sql } from 'kysely';

export interface SeedPage {
  readonly name: string;
  readonly type: 'Company' | 'Resources';
  readonly position: number;
  readonly description: string;
  readonly metaDescription: string;
}

export interface SeedPost {
  readonly id: string;
  readonly uniqueRoute: string;
  readonly title: string;
  /** Id of the picture. */
  readonly coverImage: string;
  readonly description: string;
  readonly metaDescription: string;
  readonly createdAt: Date;
}

/** Writes the pages of a new shop, whose HTML is safe already; existing pages stay. Call inside a transaction. */
export async function seedPages(db: QueryExecutorProvider, pages: readonly SeedPage[], at: Date, actor: string): Promise<void> {
  for (const { name, type, position, description, metaDescription } of pages)
    await sql`insert into info_page (name, type, position, description, meta_description, updated_at, changed_by)
      values (${name}, ${type}, ${position}, ${description}, ${metaDescription}, ${at}, ${actor})
      on conflict (name) do nothing`.execute(db);
}

/** The same for posts, published when they were written, or now where that is still to come. */
export async function seedPosts(db: QueryExecutorProvider, posts: readonly SeedPost[], at: Date, actor: string): Promise<void> {
  for (const { id, uniqueRoute, title, coverImage, metaDescription, description, createdAt } of posts) {
    const publishedAt = createdAt > at ? at : createdAt;
    await sql`insert into blog_post (id, unique_route, title, cover_image, meta_description, description, published_at, created_at, updated_at, changed_by)
      values (${id}, ${uniqueRoute}, ${title}, ${coverImage}, ${metaDescription}, ${description}, ${publishedAt}, ${createdAt}, ${at}, ${actor})
      on conflict do nothing`.execute(db);
  }
}
