import { element } from './head-tags.ts';

export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>;

/**
 * Links to the scripts and styles of a page's own chunk, beyond what the entry brings: without them the browser would
 * learn of them only once the entry runs.
 */
export function chunkHints(manifest: Manifest, chunk: string): string {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  const known = entry === undefined ? new Set<string>() : withImports(manifest, entry);
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
