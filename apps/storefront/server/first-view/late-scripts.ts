import { element } from '../head/head-tags.ts';

const ENTRY = /[ \t]*<script type="module"[^>]* src="([^"]+)"><\/script>\n?/;
const PART = /[ \t]*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n?/g;
const HEAD_END = '</head>';

/**
 * A server-rendered page needs its scripts later than its styles and its largest picture: they are replaced by the small script `start`,
 * which loads them later (src/start.ts).
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
