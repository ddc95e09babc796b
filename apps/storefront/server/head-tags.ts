import { documentTitle, type PageHead, SHOP_LINE, SHOP_NAME } from '@keyturn/shop-rules';

export interface HeadTags extends PageHead {
  /** What a shared link shows; absolute. */
  picture?: SharedPicture;
  /** Open Graph's word for what the page is about. */
  kind?: 'website' | 'product' | 'article';
  /** schema.org data for search engines. */
  data?: readonly object[];
  /** Calls that the page makes at once, started before the script is there. */
  calls?: readonly string[];
  /** Candidates for the largest picture of the first view. */
  pictures?: readonly { srcSet: string; sizes: string; media?: string }[];
}

export interface SharedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The tags as HTML; every value is escaped for its place. */
export function renderHead(tags: HeadTags, origins: { storefrontOrigin: string; apiOrigin: string }): string {
  const canonical = tags.canonicalPath !== undefined && !tags.isPrivate ? origins.storefrontOrigin + tags.canonicalPath : null;
  const lines = [
    element('meta', { name: 'api-origin', content: origins.apiOrigin }),
    `<title>${escapeHtml(documentTitle(tags.title))}</title>`,
    element('meta', { name: 'description', content: tags.description }),
    element('link', { rel: 'preconnect', href: origins.apiOrigin, crossorigin: '' }),
    tags.isPrivate && element('meta', { name: 'robots', content: 'noindex' }),
    canonical && element('link', { rel: 'canonical', href: canonical }),
    canonical && element('meta', { property: 'og:url', content: canonical }),
    element('meta', { property: 'og:type', content: tags.kind ?? 'website' }),
    element('meta', { property: 'og:site_name', content: SHOP_NAME }),
    element('meta', { property: 'og:title', content: tags.title }),
    element('meta', { property: 'og:description', content: tags.description }),
    ...pictureTags(tags.picture ?? (tags.isPrivate ? undefined : shareCard(origins.storefrontOrigin))),
    ...(tags.pictures ?? []).map(({ srcSet, sizes, media }) =>
      element('link', {
        rel: 'preload',
        as: 'image',
        imagesrcset: srcSet,
        imagesizes: sizes,
        fetchpriority: 'high',
        ...(media && { media }),
      }),
    ),
    ...(tags.calls ?? []).map((path) =>
      element('link', { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href: origins.apiOrigin + path }),
    ),
    ...(tags.data ?? []).map((data) => `<script type="application/ld+json">${scriptSafeJson(data)}</script>`),
  ];
  return lines.filter(Boolean).join('\n    ');
}

/** What a shared link shows where a page has no picture of its own: public/share-card.png, drawn from the SVG beside it. */
function shareCard(storefrontOrigin: string): SharedPicture {
  return { url: `${storefrontOrigin}/share-card.png`, width: 1200, height: 630, alt: SHOP_LINE };
}

function pictureTags(picture: SharedPicture | undefined): string[] {
  if (!picture) return [element('meta', { name: 'twitter:card', content: 'summary' })];
  const isWide = picture.width > picture.height;
  return [
    element('meta', { property: 'og:image', content: picture.url }),
    element('meta', { property: 'og:image:width', content: String(picture.width) }),
    element('meta', { property: 'og:image:height', content: String(picture.height) }),
    element('meta', { property: 'og:image:alt', content: picture.alt }),
    element('meta', { name: 'twitter:card', content: isWide ? 'summary_large_image' : 'summary' }),
  ];
}

/** Nothing inside can end the script or open a comment in it. */
export function scriptSafeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

export function element(name: string, attributes: Record<string, string>): string {
  const text = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}="${escapeHtml(value)}"`));
  return `<${name} ${text.join(' ')} />`;
}
