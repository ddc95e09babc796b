import { EntitySchema } from '@mikro-orm/core';
import { BlogPost } from '../domain/blog-post.ts';
import { InfoPage } from '../domain/info-page.ts';

export const infoPageMapping = new EntitySchema<InfoPage>({
  class: InfoPage,
  tableName: 'info_page',
  properties: {
    name: { type: 'string', primary: true },
    type: { type: 'string' },
    position: { type: 'integer' },
    description: { type: 'text' },
    metaDescription: { type: 'text' },
    updatedAt: { type: 'datetime' },
    changedBy: { type: 'string' },
  },
});

export const blogPostMapping = new EntitySchema<BlogPost>({
  class: BlogPost,
  tableName: 'blog_post',
  properties: {
    id: { type: 'string', primary: true },
    uniqueRoute: { type: 'string' },
    title: { type: 'text' },
    description: { type: 'text' },
    metaDescription: { type: 'text' },
    coverImage: { type: 'string' },
    publishedAt: { type: 'datetime', nullable: true },
    isDraft: { type: 'boolean' },
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    changedBy: { type: 'string' },
  },
});
