import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';

const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const manuals = ['docs/operations.md', 'docs/reliability.md'];
/** What stands in backticks, one line each. */
const quoted = (manual: string) => [...text(manual).matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
const shell = (manual: string) => [...text(manual).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines.trim()).join('\n');
const sources = ['apps/api/src', 'apps/storefront/server', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);
const code = sources.filter((path) => path.endsWith('.ts') && !path.includes('.spec.')).map((path) => text(path));

test.each(manuals)('every variable that %s names is one that the shop or its tools read', (manual) => {
  const named = quoted(manual)
    .flatMap((words) => words.match(/^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+/g) ?? [])
    .filter((name) => !name.startsWith('OTEL_'));
  const example = text('.env.example');
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
});

test.each(manuals)('every call that %s names is one that the API describes', (manual) => {
  const files = ['ops', 'openapi'].map((name) => JSON.parse(text('openapi', `${name}.json`)) as { paths: Record<string, object> });
  const calls = quoted(manual).flatMap((words) => [...words.matchAll(/^(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)]);
  // However a parameter is called.
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  // Metrics and sample mails are not part of the public API.
  const outside = ['/metrics', '/dev/mails'];
  const described = files.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`)),
  );
  const missing = calls.filter(([, method, path = '']) => !outside.includes(path) && !described.includes(`${method} ${shape(path)}`));
  expect(missing.map(([call]) => call)).toEqual([]);
});

test.each(manuals)('every test, file and script that %s names exists', (manual) => {
  const words = [...quoted(manual), ...shell(manual).split(/\s+/)];
  const names = new Set(sources.map((path) => basename(path)));
  const files = words.filter((word) => /^[\w./-]+\.(?:ts|json|yml|md)$/.test(word));
  expect(files.filter((file) => !existsSync(join(root, file)) && !(file === basename(file) && names.has(file)))).toEqual([]);
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const run = [
    ...quoted(manual)
      .join('\n')
      .matchAll(/npm run ([\w:-]+)/g),
  ].map(([, name = '']) => name);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
  const compiled = [
    ...quoted(manual)
      .join('\n')
      .matchAll(/dist\/api\/([\w/-]+)\.js/g),
  ].map(([, name]) => `apps/api/src/${name}.ts`);
  expect(compiled.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('what operations.md tells to search the logs for is what the shop says there', () => {
  const sentences = quoted('docs/operations.md').filter((words) => /^[A-Z][a-z ].*\.$/.test(words) || words === 'worker ready');
  expect(sentences).toEqual(expect.arrayContaining(['A letter could not be sent.', 'worker ready']));
  expect(sentences.filter((sentence) => !code.some((source) => source.includes(sentence)))).toEqual([]);
});
