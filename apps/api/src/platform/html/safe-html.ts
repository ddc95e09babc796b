import sanitizeHtml from 'sanitize-html';

const OUTSIDE = /^https?:\/\//i;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'code',
    'pre',
  ],
  allowedAttributes: { a: ['href', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan', 'scope'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Removed with their content: it is no text to be read.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'template',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'math',
    'svg',
    'plaintext',
  ],
  nestingLimit: 30,
  transformTags: {
    // The page's own headings are h1 and h2.
    h1: 'h3',
    h2: 'h3',
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href === undefined ? {} : { href }), ...(OUTSIDE.test(href ?? '') ? { rel: 'noopener nofollow' } : {}) },
    }),
  },
};

/** A picture as `safeHtmlWithPictures` writes it: its id, and its alternative text with entities. */
export const TEXT_PICTURE = /<img src="images\/([0-9a-f]{32})-\d+\.webp" alt="([^"]*)" \/>/g;
const OWN_PICTURE = /^\/?images\/([0-9a-f]{32})-\d{2,4}\.(?:webp|jpg)$/;

/** HTML as the shop shows it. Plain text becomes paragraphs. */
export function safeHtml(text: string): string {
  return made(text, options);
}

/**
 * The same with pictures that the API at `apiOrigin` serves, whatever their width, written with the path that `pathOf` gives of an id.
 * Pictures from elsewhere are removed, and so is every attribute but the alternative text, which may be empty.
 */
export function safeHtmlWithPictures(text: string, apiOrigin: string, pathOf: (id: string) => string): string {
  const idOf = (src = '') => OWN_PICTURE.exec(src.startsWith(`${apiOrigin}/`) ? src.slice(apiOrigin.length) : src)?.[1];
  return made(text, {
    ...options,
    allowedTags: [...(options.allowedTags || []), 'img'],
    allowedAttributes: { ...options.allowedAttributes, img: ['src', 'alt'] },
    transformTags: {
      ...options.transformTags,
      img: (tagName, { src, alt = '' }): sanitizeHtml.Tag => {
        const id = idOf(src?.trim());
        return { tagName, attribs: id === undefined ? {} : { src: pathOf(id), alt: alt.trim() } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
}

function made(text: string, rules: sanitizeHtml.IOptions): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (/<[a-z!/]/i.test(trimmed)) return sanitizeHtml(trimmed, rules).trim();
  const lines = trimmed.replace(/\r\n?/g, '\n');
  const paragraphs = lines.split(/\n{2,}/).map((paragraph) => escapeHtml(plainText(paragraph)).replaceAll('\n', '<br />'));
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
}

/** Text without tags and with its entities decoded: `Counter-Strike&#39;s` is `Counter-Strike's`. */
export function plainText(text: string): string {
  if (!/[&<]/.test(text)) return text;
  const escaped = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {}, nonTextTags: options.nonTextTags ?? [] });
  return escaped.replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character);
}
