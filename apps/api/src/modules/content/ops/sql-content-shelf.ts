import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows } from '../../../platform/database/ops-list.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { Images } from '../../../platform/images/images.ts';
import { ImageRecipes } from '../../../platform/images/ports.ts';
import { imageId } from '../../../platform/images/recipe.ts';
import { wideTileRecipe } from '../../../platform/images/tile.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { ContentShelf, type Page, type Post, type PostState, RouteTaken } from '../application/content-desk.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const changed = sql`'updatedAt', ${iso('updated_at')}, 'changedBy', changed_by`;
const pageJson = sql`json_build_object('name', name, 'type', type, 'position', position, 'description', description,
  'metaDescription', meta_description, ${changed})`;
const stateAt = (at: Date) => sql`case when is_draft then 'draft' when published_at > ${at} then 'planned' else 'published' end`;
const postFields = (at: Date) => sql`'id', id, 'title', title, 'uniqueRoute', unique_route,
  'coverImage', 'images/' || cover_image || '-960.webp', 'metaDescription', meta_description, 'state', ${stateAt(at)},
  'isDraft', is_draft, 'publishedAt', ${iso('published_at')}, 'createdAt', ${iso('created_at')}, ${changed}`;

@Injectable()
export class SqlContentShelf extends ContentShelf {
  constructor(
    private readonly em: EntityManager,
    private readonly recipes: ImageRecipes,
    private readonly images: Images,
  ) {
    super();
  }

  override pages(window: ListWindow) {
    return this.list({ columns: sql`${pageJson} as item`, from: sql`info_page`, order: sql`position, name` }, window);
  }

  override posts(state: PostState | null, window: ListWindow, at: Date) {
    const columns = sql`json_build_object(${postFields(at)}) as item`;
    const where = state === null ? sql`true` : sql`${stateAt(at)} = ${state}`;
    return this.list({ columns, from: sql`blog_post`, where, order: sql`coalesce(published_at, created_at) desc, id desc` }, window);
  }

  override async postView(id: string, at: Date): Promise<unknown> {
    const [row] = await this.rows<{ item: unknown }>(
      sql`select json_build_object(${postFields(at)}, 'description', description) as item from blog_post where id = ${id}`,
    );
    return row?.item ?? null;
  }

  override async page(name: string): Promise<Page | null> {
    const [page] = await this.rows<Page>(sql`select name, type, position, description, meta_description as "metaDescription"
      from info_page where name = ${name} for update`);
    return page ?? null;
  }

  override async putPage({ name, type, position, description, metaDescription }: Page, at: Date, actor: string): Promise<void> {
    await this.rows(sql`insert into info_page (name, type, position, description, meta_description, updated_at, changed_by)
      values (${name}, ${type}, ${position}, ${safeHtml(description)}, ${metaDescription}, ${at}, ${actor})
      on conflict (name) do update set type = excluded.type, position = excluded.position, description = excluded.description,
        meta_description = excluded.meta_description, updated_at = excluded.updated_at, changed_by = excluded.changed_by returning name`);
  }

  override async removePage(name: string): Promise<void> {
    await this.rows(sql`delete from info_page where name = ${name} returning name`);
  }

  override async post(id: string): Promise<Post | null> {
    const [post] = await this.rows<Omit<Post, 'publishedAt'> & { publishedAt: string | null }>(sql`
      select id, title, unique_route as "uniqueRoute", cover_image as "coverImage", description, meta_description as "metaDescription",
        published_at as "publishedAt", is_draft as "isDraft" from blog_post where id = ${id} for update`);
    return post ? { ...post, publishedAt: post.publishedAt === null ? null : new Date(post.publishedAt) } : null;
  }

  override async addPost(post: Omit<Post, 'coverImage'>, at: Date, actor: string): Promise<void> {
    const coverImage = await this.tile(post.title);
    const added = await this
      .rows(sql`insert into blog_post (id, unique_route, title, cover_image, meta_description, description, published_at, is_draft, created_at, updated_at, changed_by)
      values (${post.id}, ${post.uniqueRoute}, ${post.title}, ${coverImage}, ${post.metaDescription}, ${post.description},
        ${post.publishedAt}, ${post.isDraft}, ${at}, ${at}, ${actor}) on conflict (unique_route) do nothing returning id`);
    if (added.length === 0) throw new RouteTaken();
  }

  override async changePost(post: Post, at: Date, actor: string): Promise<void> {
    const isTile = (await this.recipes.ofId(post.coverImage))?.kind === 'wide-tile';
    const coverImage = isTile ? await this.tile(post.title) : post.coverImage;
    await this.rows(sql`update blog_post set title = ${post.title}, cover_image = ${coverImage}, meta_description = ${post.metaDescription},
      description = ${post.description}, published_at = ${post.publishedAt}, is_draft = ${post.isDraft}, updated_at = ${at}, changed_by = ${actor}
      where id = ${post.id} returning id`);
  }

  override async removePost(id: string): Promise<void> {
    await this.rows(sql`delete from blog_post where id = ${id} returning id`);
  }

  override keepPicture(content: Buffer): Promise<string> {
    return this.images.keepUpload(content);
  }

  /** The picture of a post that has none; its id. */
  private async tile(title: string): Promise<string> {
    const recipe = wideTileRecipe(title);
    await this.recipes.add([recipe]);
    return imageId(recipe);
  }

  private async list(
    query: Record<'columns' | 'from' | 'order', RawBuilder<unknown>> & { where?: RawBuilder<unknown> },
    window: ListWindow,
  ) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, { where: sql`true`, ...query, window });
    return { items: rows.map(({ item }) => item), total };
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
