import { defineConfig } from '@playwright/test';
import { origins } from './e2e/origins.ts';

/** Journeys through a running shop; where it runs and which browser to use is said by the environment. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  // One shop, one stock, one mailbox: one journey at a time.
  workers: 1,
  // A busy machine takes its time; what must be fast says so itself.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
      ],
    },
  },
});
