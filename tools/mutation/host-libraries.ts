import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

/** Libraries of the API's code, which tests get from host-libraries.mjs, those aside that must be inside of Jest. */
const api = join(root, 'apps', 'api');
const INSIDE = /^(?:node:|@jest\/|@keyturn\/|reflect-metadata$|\.)/;
const IMPORT = /^(?:import|export) (?!type )[^;'"]*?from '([^']+)'/gm;

/** Writes a module for each library that exports what the worker has loaded, and the list for the worker.
 * @returns the list's file, and Jest's `moduleNameMapper`. */
export async function shareLibraries(folder: string): Promise<{ list: string; mapper: Record<string, string> }> {
  const files = globSync('src/**/*.ts', { cwd: api }).filter((file) => !/\.(?:db\.spec|prove|cases|contract)\.ts$|migrations/.test(file));
  const imported = files.flatMap((file) => [...readFileSync(join(api, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name));
  const names = [...new Set(imported)].filter((name) => !INSIDE.test(name)).toSorted();
  mkdirSync(folder, { recursive: true });
  const mapper: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const exported = Object.keys((await import(name)) as object).filter((key) => key !== 'default' && /^[\w$]+$/.test(key));
    const file = join(folder, `${index}.mjs`);
    const from = `globalThis.hostLibraries[${JSON.stringify(name)}]`;
    const lines = exported.map((key) => `const $${key} = ${from}[${JSON.stringify(key)}];\nexport { $${key} as ${key} };`);
    writeFileSync(file, [`export default ${from}.default;`, ...lines, ''].join('\n'));
    mapper[`^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}$`] = file;
  }
  const list = join(folder, 'libraries.json');
  writeFileSync(list, JSON.stringify(names));
  return { list, mapper };
}
