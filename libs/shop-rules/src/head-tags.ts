import { pictureAddress } from './images.ts';
import { type PageHead, type SharedPicture, SHOP_LINE, SHOP_NAME } from './page-heads.ts';

export interface HeadTag {
  readonly element: 'meta' | 'link';
  /** The first one says which tag it is: a page has at most one of each. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** All tags of `headTags`, wherever they stand in a document's head. */
export const HEAD_TAGS =
  'meta[name="description"], meta[name="robots"], meta[name="twitter:card"], meta[property^="og:"], link[rel="canonical"]';

/**
 * What a page's head says of it beside the title, for search engines and shared links. The server writes these tags into its HTML,
 * and the browser brings them in line when it moves on: one list for both, so that neither says more than the other.
 */
export function headTags(head: PageHead, origins: { storefrontOrigin: string; apiOrigin: string }): HeadTag[] {
  const canonical = head.canonicalPath === undefined ? null : origins.storefrontOrigin + head.canonicalPath;
  const picture = head.picture ?? (head.isPrivate && canonical === null ? null : shareCard(origins.storefrontOrigin));
  return [
    named('description', head.description),
    ...(head.isPrivate ? [named('robots', 'noindex')] : []),
    ...(canonical === null
      ? []
      : [{ element: 'link', attributes: { rel: 'canonical', href: canonical } } as const, graph('url', canonical)]),
    graph('type', head.kind ?? 'website'),
    graph('site_name', SHOP_NAME),
    graph('title', head.title),
    graph('description', head.description),
    ...(picture === null
      ? []
      : [
          graph('image', pictureAddress(picture.path, picture.width, origins.apiOrigin)),
          graph('image:width', String(picture.width)),
          graph('image:height', String(picture.height)),
          graph('image:alt', picture.alt),
        ]),
    named('twitter:card', picture !== null && picture.width > picture.height ? 'summary_large_image' : 'summary'),
  ];
}

/** What a shared link shows where a page has no picture of its own: the storefront's public/share-card.png, drawn from the SVG beside it. */
const shareCard = (storefrontOrigin: string): SharedPicture => ({
  path: `${storefrontOrigin}/share-card.png`,
  width: 1200,
  height: 630,
  alt: SHOP_LINE,
});

const named = (name: string, content: string): HeadTag => ({ element: 'meta', attributes: { name, content } });
const graph = (property: string, content: string): HeadTag => ({
  element: 'meta',
  attributes: { property: `og:${property}`, content },
});
