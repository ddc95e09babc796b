import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

/** Files that are there for tests alone, by their path. */
export const TEST_SUPPORT = /(?:^|\/)testing\/|\.(?:spec|test|cases|contract|prove|e2e)\.[cm]?[jt]sx?(?:\.map)?$/;

/** The sources of API and storefront server that run for customers, by their paths from the root. */
export function shippedSources(): string[] {
  return ['apps/api/src', 'apps/storefront/server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !TEST_SUPPORT.test(path))
      .map((path) => join(folder, path)),
  );
}

/** What of a built folder is there for tests alone, as paths in it. */
export function testSupportIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1)).filter((path) => TEST_SUPPORT.test(path));
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  const found = testSupportIn(folder);
  if (found.length > 0) process.stderr.write(`${folder} would ship what only tests need:\n${found.join('\n')}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
