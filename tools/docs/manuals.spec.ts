import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../shared/paths.ts';
import { inlineCodeOf, pages, proseOf, shellOf, textOf } from './markdown.ts';

const sources = ['apps', 'libs', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);
const names = new Set(sources.map((path) => basename(path)));
// Decisions and the changelog tell of their day, also of what was removed since.
const current = pages.filter((page) => !page.startsWith('docs/adr') && page !== 'CHANGELOG.md');
/** What is wrong, with its page. */
const wrong = (of: readonly string[], find: (page: string) => readonly string[]) =>
  of.flatMap((page) => find(page).map((what) => `${page}: ${what}`));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

test('every variable that a guide names is in .env.example', () => {
  const example = textOf('.env.example');
  const guides = pages.filter((page) => page.startsWith('docs/how-to') || page === 'docs/reliability.md');
  const named = (page: string) =>
    inlineCodeOf(page)
      .flatMap((words) => words.match(/^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+(?=$|=)/g) ?? [])
      .filter((name) => !name.startsWith('OTEL_'));
  expect(guides.flatMap(named).length).toBeGreaterThan(40);
  expect(wrong(guides, (page) => named(page).filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example)))).toEqual([]);
});

test('every call that a page names is one that the API describes', () => {
  const files = ['ops', 'openapi'].map((name) => JSON.parse(textOf(`openapi/${name}.json`)) as { paths: Record<string, object> });
  // However a parameter is called.
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  // Metrics and sample mails are not part of the public API.
  const outside = ['/metrics', '/dev/mails'];
  const described = files.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`)),
  );
  const unknown = (page: string) =>
    inlineCodeOf(page)
      .flatMap((words) => [...words.matchAll(/^(GET|POST|PUT|PATCH|DELETE) (\/[\w./{}-]+)/g)])
      .filter(([, method, path = '']) => !outside.includes(path) && !described.includes(`${method} ${shape(path)}`))
      .map(([call]) => call);
  expect(wrong(current, unknown)).toEqual([]);
});

test('every file, npm script and compiled program that a page names exists', () => {
  const missing = (page: string) => {
    const words = [...inlineCodeOf(page), ...shellOf(page).flatMap((line) => (line.startsWith('#') ? [] : line.split(/\s+/)))];
    const code = words.join('\n');
    const lines = [...inlineCodeOf(page), ...shellOf(page)].join('\n');
    const files = words.filter((word) => /^[\w./-]+\.(?:ts|tsx|json|yml|md|mjs|cjs)$/.test(word) && !word.startsWith('dist/'));
    const run = [...lines.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    const compiled = [...code.matchAll(/dist\/api\/([\w/-]+)\.js/g)].map(([, name]) => `apps/api/src/${name}.ts`);
    // `x.module.ts` and `.spec.ts` stand for many files.
    const isKnown = (file: string) =>
      /^(?:x)?\./.test(file) ||
      existsSync(join(root, file)) ||
      (file === basename(file) && names.has(file)) ||
      sources.some((path) => path.endsWith(`/${file}`));
    return [
      ...files.filter((file) => !isKnown(file)),
      ...run.filter((name) => !(name in scripts)),
      ...compiled.filter((path) => !existsSync(join(root, path))),
    ];
  };
  expect(wrong(current, missing)).toEqual([]);
});

test('every service and file of a docker compose command exists', () => {
  const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as { services: Record<string, { profiles?: string[] }> };
  const profiles = new Set(Object.values(services).flatMap((service) => service.profiles ?? []));
  const lines = (page: string) => [...shellOf(page), ...inlineCodeOf(page)].filter((line) => line.startsWith('docker compose '));
  const unknown = (page: string) =>
    lines(page).flatMap((line) => {
      const [command = ''] = line.split(/ (?:#|&&) | {2,}#/);
      const scaled = [...command.matchAll(/--scale (\w+)=/g)].map(([, name = '']) => name);
      const [, inside] = / (?:run --rm|exec|logs) (\w+)/.exec(command) ?? [];
      const [, last] = / up .*[^-\w=](\w+)$/.exec(command) ?? [];
      const asked = [...scaled, ...[inside, last].flatMap((name) => name ?? [])].filter((name) => name !== 'build');
      const [, file] = /--env-file (\S+)/.exec(command) ?? [];
      const [, profile] = /--profile (\w+)/.exec(command) ?? [];
      return [
        ...asked.filter((name) => !(name in services)),
        ...(file && !existsSync(join(root, file)) ? [file] : []),
        ...(profile && !profiles.has(profile) ? [profile] : []),
      ].map(String);
    });
  expect(pages.flatMap(lines).length).toBeGreaterThan(6);
  expect(wrong(pages, unknown)).toEqual([]);
});

test('every link between pages leads to a file and a heading that exist', () => {
  const anchorsOf = (page: string) =>
    [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const broken = (page: string) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
  expect(wrong(pages, broken)).toEqual([]);
});

test('every page of docs can be reached from its contents', () => {
  const contents = textOf('docs/README.md');
  const guides = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/adr/') && page !== 'docs/README.md');
  expect(guides.filter((page) => !contents.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
});

test('the log lines that guides tell to search for are those of the code', () => {
  const code = sources.filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.')).map((path) => textOf(path));
  const sentences = pages
    .filter((page) => page.startsWith('docs/how-to'))
    .flatMap(inlineCodeOf)
    .filter((words) => /^[A-Z][a-z ].*\.$/.test(words) || words === 'worker ready');
  expect(sentences).toEqual(expect.arrayContaining(['A mail could not be sent.', 'worker ready']));
  expect(sentences.filter((sentence) => !code.some((source) => source.includes(sentence)))).toEqual([]);
});
