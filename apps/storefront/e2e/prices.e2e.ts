import { expect, type Locator, test } from '@playwright/test';
import type { ListedProduct, Product } from '@keyturn/api-client';
import { CURRENCIES, type Currency, currencyCode, encodeCart, productPath } from '@keyturn/shop-rules';
import { anotherBuyer, ask, chargedLines, checkCart, expire, gamesInStock, softwareInStock } from './shop-floor.ts';
import { arriveWith, settled, storedLine } from './visitor.ts';

const PIECES = 50;

const FIELDS = {
  Eur: ['sellPrice', 'new_price'],
  Usd: ['usdPrice', 'usdPriceDiscounted'],
  Pln: ['plnPrice', 'plnPriceDiscounted'],
  Gbp: ['gbpPrice', 'gbpPriceDiscounted'],
} as const;

/** What a shopper pays for one piece, in minor units, read off the wire without the shop's own rules. */
function cents(product: ListedProduct | Product, currency: Currency): number {
  const [list, discounted] = FIELDS[currency];
  return Math.round(Number((product.is_discounted ? product[discounted] : null) ?? product[list]) * 100);
}

/** Every amount that a part of the page shows, in minor units. */
async function amounts(part: Locator): Promise<number[]> {
  const text = await part.innerText();
  return [...text.matchAll(/(?:[€$£]\s?)([\d,]+\.\d\d)|([\d,]+\.\d\d)\s?zł/g)].map(([, before, after]) =>
    Math.round(Number((before ?? after ?? '').replaceAll(',', '')) * 100),
  );
}

/** A discounted game, one that is not, and a software. */
async function three(): Promise<ListedProduct[]> {
  const games = await gamesInStock(1);
  const chosen = [games.find(({ is_discounted }) => is_discounted), games.find(({ is_discounted }) => !is_discounted)];
  return [...chosen.filter((game) => game !== undefined), await softwareInStock()];
}

for (const currency of CURRENCIES) {
  test(`in ${currencyCode(currency)} card, product page, cart, checkout and payment page show the same prices to the cent`, async ({
    page,
  }) => {
    const products = await three();
    expect(products).toHaveLength(3);
    const total = products.reduce((sum, product) => sum + cents(product, currency), 0);
    await arriveWith(page, { currency, idt: encodeCart(products.map((product) => storedLine(product))) }, '/my-cart');

    const items = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
    for (const product of products) {
      const shown = await amounts(items.filter({ hasText: product.name }));
      // Unit, struck price where there is a discount, line.
      expect([shown.at(0), shown.at(-1)], `${product.name} in the cart`).toEqual([cents(product, currency), cents(product, currency)]);
    }
    expect((await amounts(page.getByRole('region', { name: 'Summary' }))).at(-1)).toBe(total);

    for (const product of products) {
      await page.goto(productPath(product), { waitUntil: 'domcontentloaded' });
      const box = page.getByRole('region', { name: 'Buy' });
      await settled(page);
      expect((await amounts(box)).at(0), `${product.name} on its page`).toBe(cents(product, currency));
      await page.goto(`/search/${encodeURIComponent(product.name)}`, { waitUntil: 'domcontentloaded' });
      const card = page.getByRole('main').getByRole('article', { name: product.name, exact: true }).first();
      await expect(card).toBeVisible();
      expect((await amounts(card)).at(0), `${product.name} on its card`).toBe(cents(product, currency));
    }

    await page.goto('/checkout', { waitUntil: 'domcontentloaded' });
    await settled(page);
    const lines = page.getByRole('main').getByRole('listitem');
    for (const product of products) {
      expect(await amounts(lines.filter({ hasText: product.name })), `${product.name} at the checkout`).toEqual([cents(product, currency)]);
    }
    const pay = page.getByRole('button', { name: /^Pay/ });
    expect(await amounts(pay)).toEqual([total]);
    await page.getByLabel('Full name').fill('Ada Buyer');
    await page.getByLabel('E-mail').fill(`ada-${crypto.randomUUID()}@example.com`);
    await page.getByRole('checkbox').check();
    await pay.click();

    await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
    for (const product of products) {
      expect(await amounts(lines.filter({ hasText: product.name })), `${product.name} at the provider`).toEqual([cents(product, currency)]);
    }
    expect(await amounts(page.getByRole('heading', { level: 1 }))).toEqual([total]);
    await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
  });
}

test(`list, detail, check of the cart and payment session agree on ${PIECES} products in every currency`, async () => {
  const products = (await gamesInStock(1)).slice(0, PIECES);
  expect(products).toHaveLength(PIECES);
  const details = await Promise.all(products.map(({ kinguinId }) => ask<Product>(`/products/kinguinId/${String(kinguinId)}`)));
  const cart = products.map((product) => storedLine(product));

  for (const currency of CURRENCIES) {
    const listed = products.map((product) => cents(product, currency));
    expect(details.map((product) => cents(product, currency))).toEqual(listed);

    const checked = await checkCart(cart, currencyCode(currency));
    expect(checked.lines.map(({ status }) => status)).toEqual(products.map(() => 'ok'));
    expect(checked.lines.map(({ product }) => product && cents(product, currency))).toEqual(listed);
    const total = listed.reduce((sum, price) => sum + price, 0);
    expect(Math.round(checked.total * 100)).toBe(total);

    const session = await anotherBuyer(cart, currencyCode(currency));
    const charged = await chargedLines(session.id);
    await expire(session.id);
    expect(products.map(({ name }) => charged.get(name))).toEqual(listed);
  }
});
