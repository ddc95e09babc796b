import { documentTitle, headTags, type PageHead } from '@keyturn/shop-rules';

export interface HeadTags extends PageHead {
  /** schema.org data for search engines. */
  data?: readonly object[];
  /** Calls that the page makes at once, started before the script is there. */
  calls?: readonly string[];
  /** Shows the browser's side that this visitor is blocked. */
  isForBlocked?: boolean;
  /** Candidates for the largest picture of the first view. */
  pictures?: readonly { srcSet: string; sizes: string; media?: string }[];
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The tags as HTML; every value is escaped for its place. */
export function renderHead(tags: HeadTags, origins: { storefrontOrigin: string; apiOrigin: string }): string {
  const lines = [
    element('meta', { name: 'api-origin', content: origins.apiOrigin }),
    `<title>${escapeHtml(documentTitle(tags.title))}</title>`,
    element('link', { rel: 'preconnect', href: origins.apiOrigin, crossorigin: '' }),
    ...(tags.isForBlocked ? [element('meta', { name: 'visitor', content: 'blocked' })] : []),
    ...headTags(tags, origins).map((tag) => element(tag.element, tag.attributes)),
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
  return lines.join('\n    ');
}

/** Its content cannot end the script or open a comment. */
export function scriptSafeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

export function element(name: string, attributes: Record<string, string>): string {
  const text = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}="${escapeHtml(value)}"`));
  return `<${name} ${text.join(' ')} />`;
}
