import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { arrive, gameInStock } from '../support/visitor.ts';

const built = join(import.meta.dirname, '../../../../dist/storefront');
/** What comes after the first paint, each with a budget of its own: KiB by gzip. */
const APART = [
  { name: 'the slider', files: /slider-engine/, budget: 35 },
  { name: 'the captcha, which forms alone bring,', files: /altcha/, budget: 35 },
] as const;
const isApart = (file: string) => APART.some(({ files }) => files.test(file));

/** KiB by gzip of what a route loads first; the source file is the one whose chunk shows it. */
const ROUTES = [
  { name: 'home', source: 'src/features/home/home-page.tsx', budget: 175, path: async () => '/home' },
  { name: 'a list', source: 'src/features/catalog/list-pages.ts', budget: 152, path: async () => '/products/Steam' },
  { name: 'a product', source: 'src/features/product/product-pages.ts', budget: 170, path: async () => productPath(await gameInStock(1)) },
  { name: 'the cart', source: 'src/features/cart/cart-page.tsx', budget: 150, path: async () => '/my-cart' },
  { name: 'the checkout', source: 'src/features/checkout/checkout-page.tsx', budget: 150, path: async () => '/checkout' },
  { name: 'the contact form', source: 'src/features/content/contact-page.tsx', budget: 150, path: async () => '/contact' },
] as const;

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;
const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Every chunk that must be there before this one runs, itself included. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of manifest[name]?.imports ?? []) closure(imported, found);
  return found;
}

function filesOf(source: string, kind: 'js' | 'css'): string[] {
  const entry = 'index.html';
  const chunks = [...new Set([...closure(entry), ...closure(source)])].flatMap((name) => manifest[name] ?? []);
  return [...new Set(chunks.flatMap(({ file, css = [] }) => (kind === 'js' ? [file] : css)))];
}

const kibibytes = (files: readonly string[], packing: 'gz' | 'br') =>
  files.reduce((sum, file) => sum + statSync(join(built, `${file}.${packing}`)).size, 0) / 1024;

/** What the browser has loaded of a kind: paths below the shop's root, and their bytes as they travelled. */
async function loaded(page: Page, ending: string): Promise<{ file: string; bytes: number }[]> {
  const entries = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
      name,
      encodedBodySize,
    })),
  );
  return entries
    .filter(({ name }) => name.startsWith(origins.storefront) && name.endsWith(ending))
    .map(({ name, encodedBodySize }) => ({ file: new URL(name).pathname.slice(1), bytes: encodedBodySize }));
}

for (const { name, source, budget } of ROUTES) {
  test(`${name} needs at most ${budget} KiB of script and 20 of styles, as the build says`, () => {
    expect(kibibytes(filesOf(source, 'js'), 'gz')).toBeLessThanOrEqual(budget);
    expect(kibibytes(filesOf(source, 'css'), 'gz')).toBeLessThanOrEqual(20);
  });
}

for (const { name, source, budget, path } of ROUTES) {
  const details = name === 'home' ? {} : { tag: '@prove' };
  test(
    `${name} loads what the build says: at most ${budget} KiB of script, 20 of styles, and one font of 30`,
    details,
    async ({ page }) => {
      await arrive(page, await path());
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      // What is fetched late counts: only a time without requests shows that it is complete.
      await page.waitForLoadState('networkidle');

      const scripts = (await loaded(page, '.js')).filter(({ file }) => !isApart(file));
      const seen = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
      const size = kibibytes(filesOf(source, 'js'), 'br');
      expect(Math.abs(seen / size - 1), `${seen.toFixed(1)} KiB seen, ${size.toFixed(1)} KiB by the manifest`).toBeLessThan(0.03);

      const files = [...new Set([...filesOf(source, 'js'), ...scripts.map(({ file }) => file)])];
      expect(kibibytes(files, 'gz')).toBeLessThanOrEqual(budget);
      const styles = [...new Set([...filesOf(source, 'css'), ...(await loaded(page, '.css')).map(({ file }) => file)])];
      expect(kibibytes(styles, 'gz')).toBeLessThanOrEqual(20);
      const fonts = await loaded(page, '.woff2');
      expect(fonts.map(({ file }) => file)).toHaveLength(1);
      expect((fonts[0]?.bytes ?? Infinity) / 1024).toBeLessThanOrEqual(30);
    },
  );
}

for (const { name, files, budget } of APART) {
  test(`${name} travels apart, in at most ${budget} KiB`, () => {
    const packed = readdirSync(join(built, 'assets')).filter((file) => files.test(file) && file.endsWith('.js.gz'));
    expect(packed.length).toBeGreaterThan(0);
    expect(packed.reduce((sum, file) => sum + statSync(join(built, 'assets', file)).size, 0) / 1024).toBeLessThanOrEqual(budget);
  });
}

/** KiB by gzip of the page itself, as the server sends it: with its first view in it where it renders one. */
const PAGES = [
  { name: 'home', budget: 34, path: async () => '/home' },
  { name: 'a product', budget: 20, path: async () => productPath(await gameInStock(1)) },
  { name: 'a list', budget: 15, path: async () => '/products/Steam' },
  { name: 'the cart', budget: 4, path: async () => '/my-cart' },
] as const;

/** An answer as it travels, still packed. */
function onTheWay(address: string): Promise<{ encoding: string | undefined; bytes: number }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], bytes }));
    }).on('error', reject);
  });
}

for (const { name, budget, path } of PAGES) {
  test(`the page of ${name} takes at most ${budget} KiB on its way`, async () => {
    const { encoding, bytes } = await onTheWay(origins.storefront + (await path()));
    expect(encoding).toBe('gzip');
    expect(bytes / 1024).toBeLessThanOrEqual(budget);
  });
}

test('the page that all routes start from takes at most 6 KiB, is asked for each time, and its files are kept for ever', async ({
  request,
}) => {
  for (const encoding of ['gzip', 'br']) {
    const response = await request.get(`${origins.storefront}/my-cart`, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers()).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-cache' });
  }
  expect(statSync(join(built, 'index.html')).size / 1024).toBeLessThanOrEqual(6);
  const entry = filesOf('index.html', 'js')[0] ?? '';
  for (const encoding of ['gzip', 'br']) {
    const { headers } = await fetch(`${origins.storefront}/${entry}`, { headers: { 'Accept-Encoding': encoding } });
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([encoding, 'public, max-age=31536000, immutable']);
  }
});
