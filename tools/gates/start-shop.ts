import { startThrowAwayShop } from '../throw-away-shop.ts';
import { findChromium } from './chromium.ts';

/** Playwright's globalSetup: starts a whole shop of its own and says by the environment where it is, unless that names a running one.
 * @returns what ends the shop after the tests. */
export default async function startShop(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.STOREFRONT_ORIGIN !== undefined) return undefined;
  const chromium = await findChromium();
  if (chromium === null) throw new Error('There is no Chromium, and none could be installed.');
  const { settings, stop } = await startThrowAwayShop();
  const { origins } = settings;
  // Some tests need staff: the shop's own commands take products and keys in, on its own database.
  Object.assign(process.env, settings.environment, {
    CHROMIUM_PATH: chromium,
    STOREFRONT_ORIGIN: origins.storefront,
    API_ORIGIN: origins.api,
    SANDBOX_ORIGIN: origins.sandbox,
    MAILBOX_ORIGIN: origins.mailbox,
  });
  return stop;
}
