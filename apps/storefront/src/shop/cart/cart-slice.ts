import { type CartLine, chargedMinor, type Currency, decodeCart, readPrice, toMajor, totalMinor } from '@keyturn/shop-rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS } from '../storage/browser-storage.ts';

interface CartState {
  lines: CartLine[];
}

const initialState = (): CartState => ({ lines: decodeCart(readStored(STORAGE_KEYS.cart)) });

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    lineAdded(state, { payload }: PayloadAction<CartLine>) {
      if (!state.lines.some((line) => isSame(line, payload))) state.lines.push(payload);
    },
    lineRemoved(state, { payload }: PayloadAction<string>) {
      state.lines = state.lines.filter((line) => line.item._id !== payload);
    },
    removalUndone(state, { payload }: PayloadAction<{ line: CartLine; position: number }>) {
      if (!state.lines.some((line) => isSame(line, payload.line))) state.lines.splice(payload.position, 0, payload.line);
    },
    quantityChanged(state, { payload }: PayloadAction<{ id: string; quantity: number }>) {
      const line = state.lines.find((candidate) => candidate.item._id === payload.id);
      if (line) line.quantity = Math.max(1, Math.min(payload.quantity, line.item.mqte));
    },
    /** The currency changed: every line's price is read from its own table. */
    pricesRewritten(state, { payload: currency }: PayloadAction<Currency>) {
      for (const line of state.lines) line.item.price = toMajor(readPrice(pricesOf(line), currency).listMinor);
    },
    /** Another tab changed the cart, or the server corrected it. */
    cartReplaced(state, { payload }: PayloadAction<CartLine[]>) {
      state.lines = payload;
    },
    cartEmptied(state) {
      state.lines = [];
    },
  },
});

export const { lineAdded, lineRemoved, removalUndone, quantityChanged, pricesRewritten, cartReplaced, cartEmptied } = cartSlice.actions;

function isSame(one: CartLine, other: CartLine): boolean {
  return one.item._id === other.item._id;
}

/** The price fields of a line in the shape that `readPrice` reads. `new_price` is the euro price after discount. */
function pricesOf({ item, prices }: CartLine) {
  const { Eur, Usd, Pln, Gbp, ...discounted } = prices;
  return {
    sellPrice: Eur,
    usdPrice: Usd,
    plnPrice: Pln,
    gbpPrice: Gbp,
    is_discounted: item.is_discounted,
    new_price: item.new_price,
    ...discounted,
  };
}

/** One piece's price in the currency, in minor units. */
export function linePrice(line: CartLine, currency: Currency) {
  return readPrice(pricesOf(line), currency);
}

export function lineTotalMinor(line: CartLine, currency: Currency): number {
  return chargedMinor(linePrice(line, currency)) * line.quantity;
}

export function cartTotalMinor(lines: readonly CartLine[], currency: Currency): number {
  return totalMinor(lines.map((line) => ({ unitMinor: chargedMinor(linePrice(line, currency)), quantity: line.quantity })));
}
