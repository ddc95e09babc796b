/** Writes the register of personal data into docs/privacy.md; with `--check` it only fails when the page is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { registerPage } from './modules/privacy/domain/register/page.ts';

const page = resolve('docs/privacy.md');
const MARK = '<!-- Written by `node dist/api/write-privacy.js` from apps/api/src/modules/privacy/domain/register: change it there. -->';

const former = await readFile(page, 'utf8');
const [written = ''] = former.split(MARK);
const text = await format(`${written.trimEnd()}\n\n${MARK}\n\n${registerPage()}`, { parser: 'markdown' });
if (!process.argv.includes('--check')) {
  await writeFile(page, text);
} else if (former !== text) {
  process.stderr.write(
    'docs/privacy.md is stale: the register of personal data says something else. Build the API and run: node dist/api/write-privacy.js\n',
  );
  process.exitCode = 1;
}
