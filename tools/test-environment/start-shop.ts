import { Failure } from '../shared/failure.ts';
import { startThrowAwayShop } from '../shop/throw-away-shop.ts';
import { findChromium } from './chromium.ts';
import type { SHOP_ADDRESSES } from './environment.ts';

export interface ShopForBrowser {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stop: () => Promise<void>;
}

/** A whole shop for browser tests, and the environment with its addresses.
 * @throws Failure without a Chromium. */
export async function startShopForBrowser(): Promise<ShopForBrowser> {
  const chromium = await findChromium();
  if (chromium === null) throw new Failure('There is no Chromium, and none could be installed: set CHROMIUM_PATH to one.');
  const { settings, stop } = await startThrowAwayShop();
  const { origins } = settings;
  const places: Readonly<Record<(typeof SHOP_ADDRESSES)[number], string>> = {
    E2E_STOREFRONT_ORIGIN: origins.storefront,
    E2E_API_ORIGIN: origins.api,
    E2E_SANDBOX_ORIGIN: origins.sandbox,
    E2E_MAILBOX_ORIGIN: origins.mailbox,
  };
  // Some tests need staff: the shop's own commands take products and keys in, on its own database.
  return { environment: { ...settings.environment, ...places, CHROMIUM_PATH: chromium }, stop };
}

/** Playwright's globalSetup: starts a shop, unless the environment names a running one.
 * @returns what ends the shop after the tests. */
export default async function startShop(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_STOREFRONT_ORIGIN !== undefined) return undefined;
  // A run is ended by this signal, and Playwright runs no teardown then. The servers end with this process, their folders too.
  process.once('SIGTERM', () => process.exit(143));
  const { environment, stop } = await startShopForBrowser();
  // What is not set stays so: as text, it would be "undefined".
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  return stop;
}
