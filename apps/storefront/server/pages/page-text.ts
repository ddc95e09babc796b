import { escapeHtml } from '../head/head-tags.ts';

/** A page as text and links, for clients without scripts. */
export interface PageText {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  readonly links?: readonly { readonly path: string; readonly text: string }[];
}

const LONGEST_TEXT = 6000;
const BLOCK = /<\/?(?:p|div|h[1-6]|ul|ol|li|br|hr|table|tr|td|th|blockquote|pre|figure|figcaption|section)\b[^>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * HTML inside `<noscript>`: not rendered by clients with scripts, so nothing is drawn twice or shifts, and no exception of the content
 * security policy is needed. Every text is escaped, none is taken as HTML: inside `<noscript>` a browser with scripts looks for nothing but
 * the closing tag, so even sanitised HTML could break out there by an attribute.
 */
export function renderText({ heading, paragraphs = [], links = [] }: PageText): string {
  const items = links.map(({ path, text }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(text)}</a></li>`);
  return [
    `<h1>${escapeHtml(heading)}</h1>`,
    ...paragraphs.filter((text) => text !== '').map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(items.length > 0 ? [`<ul>${items.join('')}</ul>`] : []),
  ].join('\n');
}

/** The paragraphs of a piece of HTML without its tags, up to a few thousand characters. */
export function paragraphsOf(html: string): string[] {
  return html
    .slice(0, LONGEST_TEXT)
    .split(BLOCK)
    .map((part) =>
      decodeEntities(part.replace(/<[^>]*>?/g, ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
