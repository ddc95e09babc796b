import { MOST_PER_LINE } from './quantities.ts';
import { kinguinIdFromSlug } from '../product-path.ts';

/** A line of the browser's cart. Prices in it are the browser's memory: the server never reads them. */
export interface CartLine {
  item: {
    _id: string;
    price: number;
    is_discounted: boolean;
    new_price: number | null;
    mainImage: string;
    name: string;
    type: 'game' | 'software';
    mqte: number;
    offerId: string | null;
  };
  prices: {
    Usd: number;
    Pln: number;
    Gbp: number;
    Eur: number;
    usdPriceDiscounted: number | null;
    plnPriceDiscounted: number | null;
    gbpPriceDiscounted: number | null;
  };
  quantity: number;
}

const VERSION = 1;

/** What a line remembers of its product's prices, in every currency: the shopper may choose another one later. */
export function linePrices(
  product: Record<'sellPrice' | 'usdPrice' | 'plnPrice' | 'gbpPrice', number> &
    Record<'usdPriceDiscounted' | 'plnPriceDiscounted' | 'gbpPriceDiscounted', number | null>,
): CartLine['prices'] {
  return {
    Eur: product.sellPrice,
    Usd: product.usdPrice,
    Pln: product.plnPrice,
    Gbp: product.gbpPrice,
    usdPriceDiscounted: product.usdPriceDiscounted,
    plnPriceDiscounted: product.plnPriceDiscounted,
    gbpPriceDiscounted: product.gbpPriceDiscounted,
  };
}

/** What local storage holds under `idt`: base64 of UTF-8 JSON `{"v":1,"lines":[…]}`. */
export function encodeCart(lines: readonly CartLine[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: VERSION, lines }));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Reads `idt`. Never throws: what cannot be read, and a second line of one product, is dropped line by line. */
export function decodeCart(text: string | null): CartLine[] {
  try {
    const bytes = Uint8Array.from(atob(text ?? ''), (character) => character.charCodeAt(0));
    const cart: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const lines = isRecord(cart) && cart.v === VERSION && Array.isArray(cart.lines) ? cart.lines.flatMap(readLine) : [];
    return lines.filter(({ item }, position) => lines.findIndex((line) => line.item._id === item._id) === position);
  } catch {
    return [];
  }
}

/** The count on the cart badge and in "You have N items": the sum of quantities. */
export function countItems(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What cart and wishlist call a product: a game's kinguinId in digits, a software's own id. */
export function isLineId(id: unknown, type: 'game' | 'software'): id is string {
  return typeof id === 'string' && (type === 'game' ? kinguinIdFromSlug(id) !== null : /^\w{1,64}$/.test(id));
}

function money(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function readLine(line: unknown): CartLine[] {
  if (!isRecord(line) || !isRecord(line.item) || !isRecord(line.prices)) return [];
  const { item, prices, quantity } = line;
  // A cart has one currency: a line that could not be shown in every one of them would add up to nonsense.
  const [eur, usd, pln, gbp] = [money(prices.Eur), money(prices.Usd), money(prices.Pln), money(prices.Gbp)];
  const isWhole = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_PER_LINE;
  const type = item.type === 'software' ? 'software' : 'game';
  // A line that was stored with a number is as good: JSON written by hand, or by another version.
  const id = typeof item._id === 'number' ? String(item._id) : item._id;
  if (!isLineId(id, type) || typeof item.name !== 'string' || !isWhole) return [];
  if (eur === null || usd === null || pln === null || gbp === null) return [];
  return [
    {
      item: {
        _id: id,
        price: money(item.price) ?? eur,
        is_discounted: item.is_discounted === true,
        new_price: money(item.new_price),
        mainImage: typeof item.mainImage === 'string' ? item.mainImage : '',
        name: item.name,
        type,
        mqte: typeof item.mqte === 'number' && item.mqte >= 1 ? Math.min(Math.floor(item.mqte), MOST_PER_LINE) : MOST_PER_LINE,
        offerId: typeof item.offerId === 'string' ? item.offerId : null,
      },
      prices: {
        Usd: usd,
        Pln: pln,
        Gbp: gbp,
        Eur: eur,
        usdPriceDiscounted: money(prices.usdPriceDiscounted),
        plnPriceDiscounted: money(prices.plnPriceDiscounted),
        gbpPriceDiscounted: money(prices.gbpPriceDiscounted),
      },
      quantity,
    },
  ];
}
