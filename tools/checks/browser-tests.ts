import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import type { ThrowAwayShop } from '../throw-away-shop.ts';
import { brokenPart, type Outcome } from './outcome.ts';

const SHOWN_CHARACTERS = 12_000;

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly { readonly message?: string }[];
}

/** The journeys of apps/storefront/e2e against a whole shop. */
export async function browserTests(shop: ThrowAwayShop, chromium: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-browser-'));
  const report = join(folder, 'report.json');
  const { origins } = shop.settings;
  try {
    const { code, output } = await runNode(
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      ['test', '--config', 'apps/storefront/playwright.config.ts', '--reporter=line,json'],
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

/** A test that passes only when repeated has failed; so has a run without any test. */
export function outcomeOf({ stats, errors }: PlaywrightReport, output: string): Outcome {
  const failed = stats.unexpected + stats.flaky + errors.length;
  if (stats.expected + failed === 0) return brokenPart('No browser test ran.', output);
  return { passed: stats.expected, failed, details: failed > 0 ? output.slice(-SHOWN_CHARACTERS) : '' };
}
