import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import type { ThrowAwayShop } from '../throw-away-shop.ts';
import { brokenPart, MOST_REPEATED, type Outcome } from './outcome.ts';

/** Of one mistake, and of all together; the call log of a long wait goes on for pages. */
const SHOWN_OF_ONE = 2000;
const SHOWN_CHARACTERS = 20_000;

interface Mistake {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface Spec {
  readonly file: string;
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly { readonly errors: readonly Mistake[] }[];
  }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly Suite[];
  readonly errors: readonly Mistake[];
}

/** The journeys of apps/storefront/e2e against a whole shop. */
export async function browserTests(shop: ThrowAwayShop, chromium: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-browser-'));
  const report = join(folder, 'report.json');
  const { origins } = shop.settings;
  try {
    const { code, output } = await runNode(
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      ['test', '--config', 'apps/storefront/playwright.config.ts', '--reporter=line,json', '--retries=1'],
      {
        env: {
          // Some journeys need staff: the shop's own commands take products and keys in, on its own database.
          ...shop.settings.environment,
          CHROMIUM_PATH: chromium,
          STOREFRONT_ORIGIN: origins.storefront,
          API_ORIGIN: origins.api,
          SANDBOX_ORIGIN: origins.sandbox,
          MAILBOX_ORIGIN: origins.mailbox,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          CI: '1',
        },
      },
    );
    if (!existsSync(report)) return brokenPart(`Playwright ended with ${code} and left no report.`, output);
    return outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run without any test has failed. */
export function outcomeOf({ stats, suites, errors }: PlaywrightReport, output: string): Outcome {
  const specs = suites.flatMap(specsOf);
  const repeated = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(nameOf);
  const isTooMany = repeated.length > MOST_REPEATED;
  const failed = stats.unexpected + errors.length + (isTooMany ? repeated.length : 0);
  if (stats.expected + repeated.length + failed === 0) return brokenPart('No browser test ran.', output);
  const passed = stats.expected + (isTooMany ? 0 : repeated.length);
  const said = [...errors.map(shown), ...specs.map(failureOf).filter((text) => text !== '')].join('\n\n');
  return { passed, failed, details: [...specs.filter(hasFailed).map(nameOf), said.slice(0, SHOWN_CHARACTERS)].join('\n'), repeated };
}

const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const nameOf = ({ file, title }: Spec) => `${file}, ${title}`;
const hasFailed = ({ tests }: Spec) => tests.some(({ status }) => status === 'unexpected');

function shown({ message = '', location }: Mistake): string {
  const place = location ? `${relative(root, location.file)}:${location.line}\n` : '';
  return place + stripVTControlCharacters(message).slice(0, SHOWN_OF_ONE);
}

/** What each failed try of a test said, also where the next one passed. */
function failureOf(spec: Spec): string {
  const said = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(shown)));
  return said.length === 0 ? '' : [nameOf(spec), ...said].join('\n');
}
