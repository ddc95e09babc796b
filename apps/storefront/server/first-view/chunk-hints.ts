import { element } from '../head/head-tags.ts';

export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>;

/** The page that all routes start from, by its name in the manifest. */
const ENTRY = 'index.html';
const START = 'src/start.ts';

/** The small script that starts a page which the server has rendered. @throws Error where it is not built */
export function startScript(manifest: Manifest): string {
  const file = manifest[START]?.file;
  if (file === undefined) throw new Error(`The build has no ${START}.`);
  return file;
}

/**
 * Links to the scripts and styles of a page's own chunk, beyond what the entry brings: without them the browser would
 * learn of them only once the entry runs.
 */
export function chunkHints(manifest: Manifest, chunk: string): string {
  const known = withImports(manifest, ENTRY);
  const wanted = [...withImports(manifest, chunk)].filter((name) => !known.has(name));
  const styles = new Set(wanted.flatMap((name) => manifest[name]?.css ?? []));
  return [
    ...[...styles].map((file) => element('link', { rel: 'stylesheet', crossorigin: '', href: `/${file}` })),
    ...wanted
      .flatMap((name) => manifest[name]?.file ?? [])
      .map((file) => element('link', { rel: 'modulepreload', crossorigin: '', href: `/${file}` })),
  ].join('\n    ');
}

/** A chunk after all that it imports: styles must come in this order. */
function withImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name) || !manifest[name]) return found;
  for (const imported of manifest[name].imports ?? []) withImports(manifest, imported, found);
  return found.add(name);
}
