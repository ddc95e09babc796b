import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';

type Finding = 'files' | 'dependencies' | 'exports' | 'types';
type Issue = { readonly file: string } & Readonly<Record<Finding, readonly { readonly name: string }[]>>;

test('knip finds the file, the package, the export and the type that are planted and that nothing uses, and no other', async () => {
  const cli = join(root, 'node_modules', 'knip', 'bin', 'knip.js');
  const planted = join(import.meta.dirname, 'planted', 'unused');
  const { stdout } = await runNode(cli, ['--config', join(root, 'knip.jsonc'), '--reporter', 'json', '--no-progress'], { cwd: planted });
  const { issues } = JSON.parse(stdout) as { issues: Issue[] };
  const found = (finding: Finding) => issues.flatMap((issue) => issue[finding].map(({ name }) => `${issue.file}: ${name}`));
  expect({ files: found('files'), dependencies: found('dependencies'), exports: found('exports'), types: found('types') }).toEqual({
    files: ['apps/api/src/orphan.ts: apps/api/src/orphan.ts'],
    dependencies: ['package.json: ulid'],
    exports: ['apps/api/src/used.ts: unused'],
    types: ['apps/api/src/used.ts: Unused'],
  });
});
