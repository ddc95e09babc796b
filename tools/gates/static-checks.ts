import { join } from 'node:path';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import { oneCheck, type Outcome } from './outcome.ts';

const typedProjects = ['apps/api', 'apps/sandbox', 'apps/storefront', 'libs/shop-rules', 'libs/api-client', 'tools'];

export interface Check {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

/** What can be told from the sources alone. */
export const sourceChecks: readonly Check[] = [
  script('format', 'prettier/bin/prettier.cjs', ['--check', '.', '--log-level=warn']),
  script('lint', 'eslint/bin/eslint.js', ['.', '--max-warnings=0']),
  script('imports', 'dependency-cruiser/bin/dependency-cruiser.mjs', ['apps', 'libs', 'tools', '--config', '.dependency-cruiser.cjs']),
  ...typedProjects.map((project) => script(`types of ${project}`, 'typescript/bin/tsc', ['-p', project])),
];

/** What must follow from the code; they need the API built. */
export const driftChecks: readonly Check[] = [
  { name: 'OpenAPI document', run: () => outcomeOf(join(root, 'dist', 'api', 'write-openapi.js'), ['--check']) },
  { name: 'generated client', run: () => outcomeOf(join(root, 'libs', 'api-client', 'generate.ts'), ['--check']) },
];

function script(name: string, path: string, args: readonly string[]): Check {
  return { name, run: () => outcomeOf(join(root, 'node_modules', path), args) };
}

async function outcomeOf(path: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await runNode(path, args);
  return oneCheck(code === 0, output);
}
