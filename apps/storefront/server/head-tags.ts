export interface HeadTags {
  title: string;
  description: string;
  /** Path of the one right address; absent on pages that belong to one visitor. */
  canonicalPath?: string;
  image?: string;
  /** schema.org data for search engines. */
  data?: readonly object[];
  /** Calls that the page makes at once, started before the script is there. */
  calls?: readonly string[];
  /** Candidates for the largest picture of the first view. */
  pictures?: readonly { srcSet: string; sizes: string; media?: string }[];
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The tags as HTML; every value is escaped for its place. */
export function renderHead(tags: HeadTags, origins: { storefrontOrigin: string; apiOrigin: string }): string {
  const isPrivate = tags.canonicalPath === undefined;
  const canonical = isPrivate ? null : origins.storefrontOrigin + tags.canonicalPath;
  const title = tags.title === 'Keyturn' ? tags.title : `${tags.title} | Keyturn`;
  const lines = [
    element('meta', { name: 'api-origin', content: origins.apiOrigin }),
    `<title>${escapeHtml(title)}</title>`,
    element('meta', { name: 'description', content: tags.description }),
    element('link', { rel: 'preconnect', href: origins.apiOrigin, crossorigin: '' }),
    isPrivate && element('meta', { name: 'robots', content: 'noindex' }),
    canonical && element('link', { rel: 'canonical', href: canonical }),
    canonical && element('meta', { property: 'og:url', content: canonical }),
    element('meta', { property: 'og:site_name', content: 'Keyturn' }),
    element('meta', { property: 'og:type', content: 'website' }),
    element('meta', { property: 'og:title', content: tags.title }),
    element('meta', { property: 'og:description', content: tags.description }),
    tags.image && element('meta', { property: 'og:image', content: tags.image }),
    tags.image && element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
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
    ...(tags.data ?? []).map((data) => `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`),
  ];
  return lines.filter(Boolean).join('\n    ');
}

export function element(name: string, attributes: Record<string, string>): string {
  const text = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}="${escapeHtml(value)}"`));
  return `<${name} ${text.join(' ')} />`;
}
