import { startThrowAwayShop } from '../throw-away-shop.ts';
import { findChromium } from './chromium.ts';

/** A whole shop for browser tests, and the environment that tells them where it is. */
export async function startShopForBrowser(): Promise<{
  environment: Readonly<Record<string, string | undefined>>;
  stop: () => Promise<void>;
}> {
  const chromium = await findChromium();
  if (chromium === null) throw new Error('There is no Chromium, and none could be installed.');
  const { settings, stop } = await startThrowAwayShop();
  const { origins } = settings;
  const places = {
    CHROMIUM_PATH: chromium,
    STOREFRONT_ORIGIN: origins.storefront,
    API_ORIGIN: origins.api,
    SANDBOX_ORIGIN: origins.sandbox,
    MAILBOX_ORIGIN: origins.mailbox,
  };
  // Some tests need staff: the shop's own commands take products and keys in, on its own database.
  return { environment: { ...settings.environment, ...places }, stop };
}

/** Playwright's globalSetup: starts a shop, unless the environment names a running one.
 * @returns what ends the shop after the tests. */
export default async function startShop(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.STOREFRONT_ORIGIN !== undefined) return undefined;
  const { environment, stop } = await startShopForBrowser();
  // What is not set stays so: as text, it would be "undefined".
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  // Whoever ends a run ends it so, and Playwright runs no teardown then.
  process.once('SIGTERM', () => void stop().finally(() => process.exit(143)));
  return stop;
}
