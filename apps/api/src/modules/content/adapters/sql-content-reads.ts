import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { Clock } from '../../../shared/ports.ts';
import { ContentReads } from '../application/content-reads.ts';

const COVER_WIDTH = 960;

const iso = (instant: string) => `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const card = `'id', id, 'title', title, 'uniqueRoute', unique_route, 'coverImage', 'images/' || cover_image || '-${COVER_WIDTH}.webp',
  'metaDescription', meta_description, 'createdAt', ${iso('created_at')}, 'date', ${iso('coalesce(published_at, created_at)')}`;
/** Whether visitors may read a post at `moment`: drafts never, planned ones from their date on. */
const isPublished = (moment: string) => `not is_draft and (published_at is null or published_at <= ${moment})`;

@Injectable()
export class SqlContentReads extends ContentReads {
  constructor(
    private readonly database: ReadDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async pages(): Promise<string> {
    return (
      (await this.text(
        'content-pages',
        `select coalesce(json_agg(json_build_object('name', name, 'type', type) order by position, name), '[]')::text as json from info_page`,
      )) ?? '[]'
    );
  }

  override page(name: string): Promise<string | null> {
    return this.text(
      'content-page',
      `select json_build_object('name', name, 'description', description, 'meta_description', meta_description)::text as json from info_page
        where lower(name) = lower($1) order by name = $1 desc, name limit 1`,
      [name],
    );
  }

  override async blogPosts(): Promise<string> {
    const text = `select coalesce(json_agg(json_build_object(${card}) order by coalesce(published_at, created_at) desc, id desc), '[]')::text as json
      from blog_post where ${isPublished('$1')}`;
    return (await this.text('content-blog', text, [this.clock.now()])) ?? '[]';
  }

  override blogPost(uniqueRoute: string): Promise<string | null> {
    return this.text(
      'content-post',
      `select json_build_object(${card}, 'description', description)::text as json from blog_post where unique_route in ($1, lower($1)) and ${isPublished('$2')}
        order by unique_route = $1 desc limit 1`,
      [uniqueRoute, this.clock.now()],
    );
  }

  private async text(name: string, text: string, values: readonly unknown[] = []): Promise<string | null> {
    const [row] = await this.database.rows<{ json: string }>(name, text, values);
    return row?.json ?? null;
  }
}
