import { expect, type Locator, test } from '@playwright/test';
import type { CheckedCartDto, ListedProduct, Product } from '@keyturn/api-client';
import { CURRENCIES, type Currency, currencyCode, encodeCart, productPath } from '@keyturn/shop-rules';
import {
  anotherBuyer,
  ask,
  chargedLines,
  checkCart,
  everythingInStock,
  expire,
  gamesInStock,
  softwareInStock,
} from '../support/shop-fixtures.ts';
import { arriveWith, settled, storedLine } from '../support/visitor.ts';

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

/** A discounted game, one that is not, and a software; of the second two pieces are bought, of the third three. */
async function three(): Promise<ListedProduct[]> {
  const games = await gamesInStock(3);
  const chosen = [games.find(({ is_discounted }) => is_discounted), games.find(({ is_discounted }) => !is_discounted)];
  return [...chosen.filter((game) => game !== undefined), await softwareInStock(3)];
}

for (const currency of CURRENCIES) {
  // The sign of złoty stands behind the number: the other three differ by their fields alone, which are compared below.
  const tag = currency === 'Pln' ? '@alone' : '@prove';
  test(
    `in ${currencyCode(currency)} card, product page, cart, checkout and payment page show the same prices to the cent`,
    { tag },
    async ({ page }) => {
      const products = await three();
      expect(products).toHaveLength(3);
      const line = products.map((product, position) => (position + 1) * cents(product, currency));
      const total = line.reduce((sum, amount) => sum + amount);
      const idt = encodeCart(products.map((product, position) => storedLine(product, { quantity: position + 1 })));
      await arriveWith(page, { currency, idt }, '/my-cart');

      const items = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
      for (const [position, product] of products.entries()) {
        const shown = await amounts(items.filter({ hasText: product.name }));
        // Unit, struck price where there is a discount, line.
        expect([shown.at(0), shown.at(-1)], `${product.name} in the cart`).toEqual([cents(product, currency), line[position]]);
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
      for (const [position, product] of products.entries()) {
        expect(await amounts(lines.filter({ hasText: product.name })), `${product.name} at the checkout`).toEqual([line[position]]);
      }
      const pay = page.getByRole('button', { name: /^Pay/ });
      expect(await amounts(pay)).toEqual([total]);
      await page.getByLabel('Full name').fill('Ada Buyer');
      await page.getByRole('main').getByLabel('E-mail').fill(`ada-${crypto.randomUUID()}@example.com`);
      await page.getByRole('main').getByRole('checkbox').check();
      await pay.click();

      await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
      for (const [position, product] of products.entries()) {
        expect(await amounts(lines.filter({ hasText: product.name })), `${product.name} at the provider`).toEqual([line[position]]);
      }
      expect(await amounts(page.getByRole('heading', { level: 1 }))).toEqual([total]);
      await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click();
      await expect(page).toHaveURL(/\/checkout$/);
    },
  );
}

/** So many to buy: every platform and category, discounted and not, one of each kind in turn, so that no kind fills the cart. */
function mixed(products: readonly ListedProduct[], count: number): ListedProduct[] {
  const kinds = [...Map.groupBy(products, ({ category, platform, is_discounted }) => `${category} ${platform} ${is_discounted}`).values()];
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => kinds.flatMap((kind) => kind[round] ?? []))
    .flat()
    .slice(0, count);
}

const shelves = (products: readonly ListedProduct[]) => ({
  platforms: [...new Set(products.map(({ platform }) => platform))].toSorted(),
  categories: [...new Set(products.map(({ category }) => category))].toSorted(),
});

test(
  `list, detail, check of the cart and payment session agree on ${PIECES} products of every platform and category, by the piece and by as many as may be bought, in every currency`,
  { tag: '@alone' },
  async () => {
    const inStock = await everythingInStock();
    const products = mixed(inStock, PIECES);
    expect(products).toHaveLength(PIECES);
    expect(shelves(products)).toEqual(shelves(inStock));
    expect(new Set(products.map(({ is_discounted }) => is_discounted)).size).toBe(2);
    const details = await Promise.all(
      products.map(async ({ _id, kinguinId }) =>
        kinguinId === undefined
          ? (await ask<{ game: Product }>(`/products/${_id}`)).game
          : await ask<Product>(`/products/kinguinId/${String(kinguinId)}`),
      ),
    );
    const quantities = products.map(({ mqte }, position) => [1, mqte, Math.ceil(mqte / 2)][position % 3] as number);
    const cart = products.map((product, position) => storedLine(product, { quantity: quantities[position] as number }));
    const asWanted = quantities.map((quantity) => ({ status: 'ok', quantity }));
    const answers = ({ lines }: CheckedCartDto) => lines.map(({ status, quantity }) => ({ status, quantity }));
    const check = (currency: Currency) => checkCart(cart, currencyCode(currency));

    for (const currency of CURRENCIES) {
      const listed = products.map((product) => cents(product, currency));
      expect(details.map((product) => cents(product, currency))).toEqual(listed);

      const checked = await check(currency);
      expect(answers(checked)).toEqual(asWanted);
      expect(checked.lines.map(({ product }) => product && cents(product, currency))).toEqual(listed);
      const total = listed.reduce((sum, price, position) => sum + price * (quantities[position] as number), 0);
      expect(Math.round(checked.total * 100)).toBe(total);

      const session = await anotherBuyer(cart, currencyCode(currency));
      const charged = await chargedLines(session.id);
      await expire(session.id);
      expect(charged).toEqual(
        products.map(({ name }, position) => ({ name, unitMinor: listed[position], quantity: quantities[position] })),
      );

      // The keys come back once the shop has worked off the provider's event: until then products with few keys are adjusted.
      await expect.poll(async () => answers(await check(currency))).toEqual(asWanted);
    }
  },
);
