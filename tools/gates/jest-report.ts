import { relative } from 'node:path';
import { root } from '../shared/paths.ts';
import type { Outcome } from './outcome.ts';

const SHOWN_CHARACTERS = 12_000;

/** What Jest writes for `--json --outputFile`. */
export interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The result of a run of Jest. A file that could not be loaded counts as one failure, and so does a run without any test. */
export function outcomeOfJest({ testResults }: JestReport): Outcome {
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => assertions.filter(({ status }) => status === wanted).length;
  const failed = testResults.filter(({ status }) => status === 'failed');
  const unloaded = failed.filter(({ assertionResults }) => !assertionResults.some(({ status }) => status === 'failed'));
  const silent = assertions.length === 0 && unloaded.length === 0 ? ['No test ran.'] : [];
  const messages = failed.map(({ name, message }) => `${relative(root, name)}\n${message}`);
  return {
    passed: count('passed'),
    failed: count('failed') + unloaded.length + silent.length,
    details: [...silent, ...messages].join('\n\n').slice(0, SHOWN_CHARACTERS),
  };
}
