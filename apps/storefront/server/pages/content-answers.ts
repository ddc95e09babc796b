import type { BlogPost, BlogPostCard, InfoPage } from '@keyturn/api-client';
import { activationGuides, blogPath, infoPath, pageHeads, pictureAddress } from '@keyturn/shop-rules';
import { chunks, generalAnswer, NOT_FOUND, type PageAnswer, type PageContext, viewOf } from './page-answer.ts';
import { paragraphsOf } from './page-text.ts';
import { breadcrumbs, postData } from '../head/structured-data.ts';

export async function infoAnswer({ path, api, storefrontOrigin }: PageContext, typed: string): Promise<PageAnswer> {
  const infoPageRequest = { name: typed || 'About Us' };
  const answer = await api.read({ path: '/pages/getPage', body: infoPageRequest });
  if (answer.kind === 'missing') return NOT_FOUND;
  if (answer.kind === 'silent') return generalAnswer(chunks.info);
  const page = answer.body as InfoPage;
  return {
    status: 200,
    tags: {
      ...pageHeads.info(page.name, page.meta_description),
      data: [breadcrumbs(storefrontOrigin, { name: page.name, path: infoPath(page.name) })],
    },
    text: { heading: page.name, paragraphs: paragraphsOf(page.description) },
    chunk: chunks.info,
    ...viewOf(path, { endpointName: 'getPage', arg: { infoPageRequest } }, answer),
  };
}

export function guideAnswer({ path, storefrontOrigin }: PageContext): PageAnswer {
  const head = pageHeads.guide;
  return {
    status: 200,
    tags: { ...head, data: [breadcrumbs(storefrontOrigin, { name: head.title, path: head.canonicalPath })] },
    text: {
      heading: head.title,
      paragraphs: activationGuides().flatMap(({ platform, steps }) => [`Activate on ${platform}`, ...steps]),
    },
    chunk: chunks.guide,
    view: { url: path, answers: [] },
  };
}

export function contactAnswer({ storefrontOrigin }: PageContext): PageAnswer {
  const head = pageHeads.contact;
  return {
    status: 200,
    tags: { ...head, data: [breadcrumbs(storefrontOrigin, { name: head.title, path: head.canonicalPath })] },
    text: { heading: head.title, paragraphs: [head.description] },
    chunk: chunks.contact,
  };
}

export async function blogAnswer({ path, api, storefrontOrigin }: PageContext): Promise<PageAnswer> {
  const head = pageHeads.blog;
  const answer = await api.read({ path: '/blog/' });
  const posts = answer.kind === 'found' ? (answer.body as BlogPostCard[]) : [];
  return {
    status: 200,
    tags: { ...head, data: [breadcrumbs(storefrontOrigin, { name: head.title, path: head.canonicalPath })] },
    text: {
      heading: head.title,
      paragraphs: [head.description],
      links: posts.map(({ uniqueRoute, title }) => ({ path: blogPath(uniqueRoute), text: title })),
    },
    chunk: chunks.blog,
    ...viewOf(path, { endpointName: 'listBlogPosts', arg: undefined }, answer),
  };
}

export async function postAnswer({ path, api, apiOrigin, storefrontOrigin }: PageContext, uniqueRoute: string): Promise<PageAnswer> {
  const answer = await api.read({ path: `/blog/title/${encodeURIComponent(uniqueRoute)}` });
  if (answer.kind === 'missing') return NOT_FOUND;
  if (answer.kind === 'silent') return generalAnswer(chunks.blog);
  const post = answer.body as BlogPost;
  const picture = pictureAddress(post.coverImage, 960, apiOrigin);
  return {
    status: 200,
    tags: { ...pageHeads.post(post), data: postData(storefrontOrigin, post, picture) },
    text: { heading: post.title, paragraphs: [post.metaDescription, ...paragraphsOf(post.description)] },
    chunk: chunks.blog,
    ...viewOf(path, { endpointName: 'getBlogPost', arg: { id: uniqueRoute } }, answer),
  };
}
