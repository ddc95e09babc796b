import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckedCartDto, ListedProduct, PaymentSessionDto } from '@keyturn/api-client';
import { blogPath, type CartLine } from '@keyturn/shop-rules';
import { origins } from './origins.ts';

/** Actions of staff, other buyers and the payment provider during a test. */

const COMMANDS = join(import.meta.dirname, '../../../../dist/api/commands');

/** Imports products by the importer, and adds this many new keys to each. */
export async function takeIn(products: readonly (Record<string, unknown> & { kinguinId: number })[], keysEach: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-feed-'));
  try {
    const feed = join(folder, 'feed.jsonl');
    writeFileSync(feed, products.map((product) => JSON.stringify(product)).join('\n'));
    await command('catalog-import', feed);
    const keys = join(folder, 'keys.csv');
    const lines = products.flatMap(({ kinguinId }) => Array.from({ length: keysEach }, () => `${kinguinId},${crypto.randomUUID()}`));
    writeFileSync(keys, ['kinguinId,key', ...lines].join('\n'));
    if (lines.length > 0) await command('keys-import', keys);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A one-shot command of the built API on the database that `DATABASE_URL` names. */
async function command(name: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [join(COMMANDS, `${name}.js`), file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${output}`);
}

export async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(
    origins.api + path,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The most popular games of which at least so many pieces can be bought. */
export async function gamesInStock(pieces: number): Promise<ListedProduct[]> {
  const { products } = await ask<{ products: ListedProduct[] }>('/products/getAllProductsFiltred?limit=100');
  return products.filter(({ mqte, qty }) => mqte >= pieces && qty >= pieces);
}

/** Every game, gift card, account and software in stock. */
export async function everythingInStock(): Promise<ListedProduct[]> {
  const found: ListedProduct[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await ask<{ products: ListedProduct[]; totalPages: number }>(`/products/getAllProductsFiltred?limit=100&page=${page}`);
    found.push(...answer.products);
    last = answer.totalPages;
  }
  const { games: software } = await ask<{ games: ListedProduct[] }>('/products?limit=100');
  return [...found, ...software].filter(({ mqte }) => mqte > 0);
}

export async function softwareInStock(pieces = 1): Promise<ListedProduct> {
  const { games } = await ask<{ games: ListedProduct[] }>('/products?limit=50');
  const software = games.find(({ mqte }) => mqte >= pieces);
  if (!software) throw new Error('The shop has no software that can be bought.');
  return software;
}

/** Address of the newest post. */
export async function newestPost(): Promise<string> {
  const [post] = await ask<{ uniqueRoute: string }[]>('/blog/');
  if (!post) throw new Error('The shop has no blog post.');
  return blogPath(post.uniqueRoute);
}

export const checkCart = (cart: readonly CartLine[], currency: string) => ask<CheckedCartDto>('/cart-validation', { cart, currency });

/** Another buyer goes to the payment page with these lines: their keys are reserved. */
export function anotherBuyer(cart: readonly CartLine[], currency = 'EUR'): Promise<PaymentSessionDto> {
  const data = { fullName: 'Bob Faster', email: `bob-${crypto.randomUUID()}@example.com`, termsAccepted: true };
  return ask<PaymentSessionDto>('/products/payment_checkout', { cart, data, currency });
}

interface Session {
  id: string;
  customer_email: string | null;
  status: string;
  amount_total: number;
}

async function provider<T>(path: string, how: RequestInit = {}): Promise<T> {
  const response = await fetch(origins.sandbox + path, { ...how, headers: { authorization: 'Bearer sk_test_sandbox' } });
  if (!response.ok) throw new Error(`The stand-in answered ${response.status} on ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The payment sessions of a buyer, as the provider knows them. */
export async function sessionsOf(email: string): Promise<Session[]> {
  const { data } = await provider<{ data: Session[] }>('/v1/checkout/sessions?limit=100');
  return data.filter(({ customer_email }) => customer_email === email);
}

/** The lines of a session as the provider charges them, in the cart's order. */
export async function chargedLines(sessionId: string): Promise<{ name: string; unitMinor: number; quantity: number }[]> {
  const { data } = await provider<{ data: { description: string; price: { unit_amount: number }; quantity: number }[] }>(
    `/v1/checkout/sessions/${sessionId}/line_items?limit=100`,
  );
  return data.map(({ description, price, quantity }) => ({ name: description, unitMinor: price.unit_amount, quantity }));
}

/** Ends a session at the provider, so that its keys and the buyer's place among open checkouts become free. */
export const expire = (sessionId: string) => provider(`/v1/checkout/sessions/${sessionId}/expire`, { method: 'POST' });
