import type { Currency } from '@keyturn/shop-rules';
import { cartLine } from '../products.ts';
import type { TestShop } from '../test-shop.ts';
import { comeBack } from './come-back.ts';

/** The price fields of the wire, in major units. */
type Card = Readonly<Record<string, unknown>> & { readonly kinguinId: number };

export interface Wanted {
  readonly currency: Currency;
  readonly lines: readonly { readonly kinguinId: number; readonly quantity: number }[];
}

/** Amounts in minor units: of each piece, in the order of the cart's lines, and of all. */
export interface Amounts {
  readonly units: readonly number[];
  readonly total: number;
}

export interface Validated extends Amounts {
  readonly statuses: readonly string[];
}

export type Ordered = { readonly session: string } | { readonly changed: Validated };

interface CheckedCart {
  readonly lines: readonly { readonly _id: string; readonly status: string; readonly product?: Card }[];
  readonly total: number;
}

const BROWSER = /browser=([^;]+)/;
const fields: Readonly<Record<Currency, readonly [list: string, discounted: string]>> = {
  Eur: ['sellPrice', 'new_price'],
  Usd: ['usdPrice', 'usdPriceDiscounted'],
  Pln: ['plnPrice', 'plnPriceDiscounted'],
  Gbp: ['gbpPrice', 'gbpPriceDiscounted'],
};

/** What a card asks for one piece, read without the shop's own rules. */
function unitOf(card: Card | undefined, currency: Currency): number {
  const [list, discounted] = fields[currency];
  const asked = Number(card?.[discounted] ?? card?.[list]);
  const minor = Math.round(asked * 100);
  if (!(minor > 0) || Math.abs(asked * 100 - minor) > 1e-6) throw new Error(`No price in ${currency}: ${JSON.stringify(card)}`);
  return minor;
}

/** A browser that reads the pages, has its cart validated, and checks it out. It looks at the amounts as they come over the wire. */
export class CartBuyer {
  private cookie = '';
  /** What the list showed last. */
  private cards: readonly Card[] = [];

  /** `address`: its network address. Checkouts of one network wait for each other. */
  constructor(
    private readonly shop: TestShop,
    private readonly address: string,
  ) {}

  /** What the list shows of the cart. */
  async list({ lines, currency }: Wanted): Promise<Amounts> {
    const { products } = await this.answer<{ products: readonly Card[] }>('GET', '/products/getAllProductsFiltred?limit=100');
    this.cards = products;
    return amounts(
      lines,
      lines.map(({ kinguinId }) => unitOf(this.cardOf(kinguinId), currency)),
    );
  }

  /** What a product's own page shows. */
  async page(kinguinId: number, currency: Currency): Promise<number> {
    return unitOf(await this.answer<Card>('GET', `/products/kinguinId/${kinguinId}`), currency);
  }

  /** With the prices that the list showed, as a browser remembers them. */
  async validate(wanted: Wanted): Promise<Validated> {
    return validated(wanted, await this.answer<CheckedCart>('POST', '/cart-validation', this.cart(wanted)));
  }

  async checkOut(wanted: Wanted, expectedTotalMinor: number, email: string): Promise<Ordered> {
    const answer = await this.ask('POST', '/products/payment_checkout', {
      ...this.cart(wanted),
      data: { fullName: 'Ada Buyer', email, termsAccepted: true },
      expectedTotal: expectedTotalMinor / 100,
    });
    this.cookie = `browser=${BROWSER.exec(String(answer.headers['set-cookie']))?.[1]}`;
    if (answer.statusCode === 201) return { session: answer.json<{ id: string }>().id };
    const cart = answer.json<CheckedCart>();
    if (answer.statusCode !== 409 || !('lines' in cart)) throw new Error(`${answer.statusCode}: ${answer.body}`);
    return { changed: validated(wanted, cart) };
  }

  private cart({ lines, currency }: Wanted): object {
    const cart = lines.map(({ kinguinId, quantity }) => {
      const { sellPrice: Eur, usdPrice: Usd, plnPrice: Pln, gbpPrice: Gbp, ...card } = this.cardOf(kinguinId);
      const { usdPriceDiscounted, plnPriceDiscounted, gbpPriceDiscounted, is_discounted, new_price } = card;
      const prices = { Eur, Usd, Pln, Gbp, usdPriceDiscounted, plnPriceDiscounted, gbpPriceDiscounted };
      return { item: { ...(cartLine(kinguinId) as { item: object }).item, is_discounted, new_price }, prices, quantity };
    });
    return { cart, currency: currency.toUpperCase() };
  }

  private cardOf(kinguinId: number): Card {
    const card = this.cards.find((one) => one.kinguinId === kinguinId);
    if (card === undefined) throw new Error(`The list does not show ${kinguinId}.`);
    return card;
  }

  private async answer<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
    const answer = await this.ask(method, url, payload);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} from ${url}: ${answer.body}`);
    return answer.json<T>();
  }

  private ask(method: 'GET' | 'POST', url: string, payload?: object) {
    return comeBack(
      () =>
        this.shop.app.inject({ method, url, remoteAddress: this.address, headers: { cookie: this.cookie }, ...(payload && { payload }) }),
      ({ statusCode, body }) => ({ status: statusCode, text: body }),
    );
  }
}

function validated({ lines, currency }: Wanted, { lines: checked, total }: CheckedCart): Validated {
  const units = lines.map(({ kinguinId }) => unitOf(checked.find(({ _id }) => _id === String(kinguinId))?.product, currency));
  return { units, total: Math.round(total * 100), statuses: checked.map(({ status }) => status) };
}

function amounts(lines: Wanted['lines'], units: readonly number[]): Amounts {
  return { units, total: lines.reduce((sum, { quantity }, index) => sum + quantity * (units[index] ?? 0), 0) };
}

/** What the lines of a validated cart add up to. */
export const sumOf = ({ lines }: Wanted, { units }: Amounts): number => amounts(lines, units).total;
