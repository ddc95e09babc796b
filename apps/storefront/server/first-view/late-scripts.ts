import { element } from '../head/head-tags.ts';

const ENTRY = /[ \t]*<script type="module"[^>]* src="([^"]+)"><\/script>\n?/;
const PART = /[ \t]*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n?/g;
const HEAD_END = '</head>';

/**
 * A page that stands already needs its scripts later than its styles and its largest picture: in their place comes the small script
 * `start`, which knows their addresses and when to ask for them (src/start.ts).
 */
export function withLateScripts(html: string, start: string): string {
  const entry = ENTRY.exec(html)?.[1];
  if (entry === undefined) return html;
  const parts = [...html.matchAll(PART)].flatMap(([, href]) => href ?? []).join(' ');
  const script = `${element('script', { type: 'module', src: `/${start}`, 'data-entry': entry, 'data-parts': parts }).replace(' />', '>')}</script>`;
  return html
    .replace(ENTRY, '')
    .replace(PART, '')
    .replace(HEAD_END, (end) => `  ${script}\n  ${end}`);
}
