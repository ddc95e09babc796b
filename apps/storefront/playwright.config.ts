import { defineConfig } from '@playwright/test';
import { origins } from './e2e/support/origins.ts';

/**
 * Browser tests of a whole shop, which is started for the run unless E2E_STOREFRONT_ORIGIN names one. Tests tagged `@prove` run in
 * `npm run prove` alone. Tests tagged `@alone` buy, change what others see, or measure time: one at a time, after all others.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  globalSetup: '../../tools/test-environment/start-shop.ts',
  reporter: [['line'], ['json', { outputFile: '../../dist/reports/e2e-storefront.json' }]],
  workers: 2,
  forbidOnly: true,
  // A busy machine takes its time; what must be fast says so itself.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects:
    process.env.GATE === 'prove'
      ? [{ name: 'prove', grep: /@prove/, workers: 1 }]
      : [
          // A teardown runs after the others also where one of them failed; as a dependant it would then not run at all.
          { name: 'together', grepInvert: /@alone|@prove/, teardown: 'alone' },
          { name: 'alone', grep: /@alone/, grepInvert: /@prove/, workers: 1 },
        ],
  use: {
    baseURL: origins.storefront,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(origins.chromium && { executablePath: origins.chromium }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pictures further down are fetched as far ahead as on a fast line: the headless shell knows no line. The rest is Playwright's own.
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250',
      ],
    },
  },
});
