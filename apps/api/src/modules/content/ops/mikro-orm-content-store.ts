import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
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
import { ContentStore, type PostState, RouteTaken } from '../application/content-admin.ts';
import { BlogPost, type Post } from '../domain/blog-post.ts';
import { InfoPage, type Page } from '../domain/info-page.ts';

const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const changed = sql`'updatedAt', ${iso('updated_at')}, 'changedBy', changed_by`;
const pageJson = sql`json_build_object('name', name, 'type', type, 'position', position, 'description', description,
  'metaDescription', meta_description, ${changed})`;
const stateAt = (at: Date) => sql`case when is_draft then 'draft' when published_at > ${at} then 'planned' else 'published' end`;
const postFields = (at: Date) => sql`'id', id, 'title', title, 'uniqueRoute', unique_route,
  'coverImage', 'images/' || cover_image || '-960.webp', 'metaDescription', meta_description, 'state', ${stateAt(at)},
  'isDraft', is_draft, 'publishedAt', ${iso('published_at')}, 'createdAt', ${iso('created_at')}, ${changed}`;

@Injectable()
export class MikroOrmContentStore extends ContentStore {
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
    const page = await this.em.findOne(InfoPage, { name }, FOR_UPDATE);
    if (page === null) return null;
    const { type, position, description, metaDescription } = page;
    return { name, type, position, description, metaDescription };
  }

  override async putPage(written: Page, at: Date, actor: string): Promise<void> {
    const page = { ...written, description: safeHtml(written.description) };
    const known = await this.em.findOne(InfoPage, { name: page.name });
    if (known === null) await this.em.upsert(InfoPage, { ...new InfoPage(page, at, actor) });
    known?.rewrite(page, at, actor);
    await this.em.flush();
  }

  override async removePage(name: string): Promise<void> {
    await this.em.remove(await this.em.findOneOrFail(InfoPage, { name })).flush();
  }

  override async post(id: string): Promise<Post | null> {
    const post = await this.em.findOne(BlogPost, { id }, FOR_UPDATE);
    if (post === null) return null;
    const { title, uniqueRoute, coverImage, description, metaDescription, publishedAt, isDraft } = post;
    return { id, title, uniqueRoute, coverImage, description, metaDescription, publishedAt, isDraft };
  }

  override async addPost(post: Omit<Post, 'coverImage'>, at: Date, actor: string): Promise<void> {
    const coverImage = await this.tile(post.title);
    try {
      await this.em.persist(new BlogPost({ ...post, coverImage }, at, actor)).flush();
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new RouteTaken();
      throw error;
    }
  }

  override async changePost(post: Post, at: Date, actor: string): Promise<void> {
    const isTile = (await this.recipes.ofId(post.coverImage))?.kind === 'wide-tile';
    const coverImage = isTile ? await this.tile(post.title) : post.coverImage;
    const known = await this.em.findOneOrFail(BlogPost, { id: post.id });
    known.rewrite({ ...post, coverImage }, at, actor);
    await this.em.flush();
  }

  override async removePost(id: string): Promise<void> {
    await this.em.remove(await this.em.findOneOrFail(BlogPost, { id })).flush();
  }

  override storePicture(content: Buffer): Promise<string> {
    return this.images.storeUpload(content);
  }

  /** The id of the generated picture of a post without one. */
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
