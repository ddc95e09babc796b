import { readdirSync } from 'node:fs';

/** Files that are there for tests alone, by their path. */
export const TEST_SUPPORT = /(?:^|\/)testing\/|\.(?:spec|test|cases|contract|prove|e2e)\.[cm]?[jt]sx?(?:\.map)?$/;

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
