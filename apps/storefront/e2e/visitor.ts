import type { Page } from '@playwright/test';
import { encodeCart, type CartLine } from '@keyturn/shop-rules';
import type { ListedProduct } from '@keyturn/api-client';
import { origins } from './origins.ts';

/** A visitor who has answered the cookie notice already. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('allow-cookies', 'false'));
  // Pictures may still be drawn while the page already works.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
}

/** A game of which at least `pieces` can be bought. */
export async function gameInStock(pieces: number): Promise<ListedProduct> {
  const response = await fetch(`${origins.api}/products/getAllProductsFiltred?limit=50`);
  const { products } = (await response.json()) as { products: ListedProduct[] };
  const found = products.find(({ mqte, qty }) => mqte >= pieces && qty >= pieces);
  if (!found) throw new Error(`The shop has no game of which ${pieces} pieces can be bought.`);
  return found;
}

/** A cart line as the shop itself would store it; say what is different about it. */
export function storedLine(product: ListedProduct, given: { id?: string; quantity?: number; newPrice?: number } = {}): CartLine {
  return {
    item: {
      _id: given.id ?? String(product.kinguinId),
      price: product.sellPrice,
      is_discounted: given.newPrice !== undefined || product.is_discounted,
      new_price: given.newPrice ?? product.new_price,
      mainImage: product.mainImage,
      name: product.name,
      type: 'game',
      mqte: 99,
      offerId: null,
    },
    prices: {
      Eur: product.sellPrice,
      Usd: product.usdPrice,
      Pln: product.plnPrice,
      Gbp: product.gbpPrice,
      usdPriceDiscounted: product.usdPriceDiscounted,
      plnPriceDiscounted: product.plnPriceDiscounted,
      gbpPriceDiscounted: product.gbpPriceDiscounted,
    },
    quantity: given.quantity ?? 1,
  };
}

/** Opens the checkout with these lines in the cart, and fills in the form. */
export async function checkOut(page: Page, lines: CartLine[], email = 'ada@example.com'): Promise<void> {
  await arrive(page, '/404');
  await page.evaluate((idt) => localStorage.setItem('idt', idt), encodeCart(lines));
  await page.goto('/checkout');
  await page.getByLabel('Full name').fill('Ada Buyer');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('checkbox').check();
}

export interface Mail {
  to: string | string[];
  subject: string;
  text: string;
}

/** The mails to an address, as the mailbox shows them. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${origins.mailbox}/api/email`);
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => JSON.stringify(to).includes(address));
}
