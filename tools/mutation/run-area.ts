import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { shareLibraries } from './host-libraries.ts';
import { root } from '../shared/paths.ts';
import type { Mutant, MutationJob } from './mutants.ts';

const SHOWN_CHARACTERS = 80;

// A process of its own: Stryker and its workers need no Jest around them, and end with it.
const [jobFile = '', answerFile = ''] = process.argv.slice(2);
const { code, specs, sandbox } = JSON.parse(readFileSync(jobFile, 'utf8')) as MutationJob;

const { list, mapper } = await shareLibraries(join(dirname(jobFile), 'libraries'));
process.env.HOST_LIBRARIES = list;
const preset = join(root, 'jest.preset.mjs');
const { jestBase } = (await import(preset)) as { jestBase: object };

const results = await new Stryker({
  mutate: [...code],
  // What is copied into the sandbox: the API's sources and what they and Jest import from outside of it.
  ignorePatterns: [
    '**',
    '!apps/api/**/*',
    'apps/api/dist',
    '!package.json',
    '!tsconfig.base.json',
    '!libs/**/*',
    '!tools/mutation/planted/*',
  ],
  tempDirName: sandbox,
  cleanTempDir: 'always',
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--import',
    join(import.meta.dirname, 'host-libraries.mjs'),
  ],
  coverageAnalysis: 'perTest',
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: false,
    config: {
      ...jestBase,
      testEnvironment: join(import.meta.dirname, 'host-environment.cjs'),
      moduleNameMapper: mapper,
      testMatch: specs.map((spec) => `**/${spec}`),
      setupFiles: ['reflect-metadata'],
    },
  },
  concurrency: 2,
  reporters: [],
}).runMutationTest();

const lines = new Map<string, readonly string[]>();
const linesOf = (file: string) => lines.get(file) ?? lines.set(file, readFileSync(file, 'utf8').split('\n')).get(file) ?? [];

// Stryker counts lines and columns from one.
const mutants = results.map(({ fileName, location: { start, end }, mutatorName, replacement = '', status }): Mutant => {
  const first = linesOf(fileName)[start.line - 1] ?? '';
  const was = first.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
  const file = relative(root, fileName);
  return { file, line: start.line, code: first.trim(), mutator: mutatorName, was, became: short(replacement), status };
});
writeFileSync(answerFile, JSON.stringify(mutants));

/** On one line: the list of survivors is a table. */
function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
}
