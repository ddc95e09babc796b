import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../shared/paths.ts';
import { brokenPart, type Outcome } from './outcome.ts';

/** Of one error, and of all together: the call log of a long wait goes on for pages. */
const SHOWN_OF_ONE = 2000;
const SHOWN_CHARACTERS = 20_000;

interface TestError {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface Spec {
  readonly file: string;
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly { readonly errors: readonly TestError[] }[];
  }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
}

/** What Playwright's JSON reporter writes. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly suites: readonly Suite[];
  readonly errors: readonly TestError[];
}

/** The result of a run of Playwright. A run without any test has failed; so has a test that did not run, or that passed only when
 * repeated: both hide something. */
export function outcomeOfPlaywright({ stats, suites, errors }: PlaywrightReport): Outcome {
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  if (stats.expected + failed === 0) return brokenPart('No browser test ran.');
  const specs = suites.flatMap(specsOf);
  const notRun = stats.skipped > 0 ? [`${stats.skipped} tests did not run.`] : [];
  const messages = [...errors.map(shown), ...specs.map(messagesOf).filter((text) => text !== '')].join('\n\n');
  const names = specs.filter(hasFailed).map(nameOf);
  return { passed: stats.expected, failed, details: [...names, ...notRun, messages.slice(0, SHOWN_CHARACTERS)].join('\n') };
}

const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const nameOf = ({ file, title }: Spec) => `${file}, ${title}`;
const hasFailed = ({ tests }: Spec) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky');

function shown({ message = '', location }: TestError): string {
  const place = location ? `${relative(root, location.file)}:${location.line}\n` : '';
  return place + stripVTControlCharacters(message).slice(0, SHOWN_OF_ONE);
}

function messagesOf(spec: Spec): string {
  const messages = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(shown)));
  return messages.length === 0 ? '' : [nameOf(spec), ...messages].join('\n');
}
