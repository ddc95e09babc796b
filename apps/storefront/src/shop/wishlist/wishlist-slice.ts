import type { ListedProduct } from '@keyturn/api-client';
import { isLineId } from '@keyturn/shop-rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS } from '../storage/browser-storage.ts';
import { lineId } from '../product/product.ts';

/** One entry of the wishlist as stored by the browser. */
export interface WishlistEntry {
  _id: string;
  price: number;
  sellPrice: number;
  /** Null where the browser's data is damaged: the euro price is shown instead. */
  usdPrice: number | null;
  plnPrice: number | null;
  gbpPrice: number | null;
  is_discounted: boolean;
  new_price: number | null;
  usdNewPrice: number | null;
  plnNewPrice: number | null;
  gbpNewPrice: number | null;
  mainImage: string;
  name: string;
  platform: string;
  discount_perc: number;
  type: 'game' | 'software';
}

const initialState = () => ({ entries: readWishlist(readStored(STORAGE_KEYS.wishlist)) });

export const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState,
  reducers: {
    wishToggled(state, { payload }: PayloadAction<WishlistEntry>) {
      const position = state.entries.findIndex((entry) => entry._id === payload._id);
      if (position >= 0) state.entries.splice(position, 1);
      else state.entries.push(payload);
    },
    wishlistReplaced(state, { payload }: PayloadAction<WishlistEntry[]>) {
      state.entries = payload;
    },
  },
});

export const { wishToggled, wishlistReplaced } = wishlistSlice.actions;

/** Reads the stored JSON. Never throws: what cannot be read, and a second entry of one product, is dropped. */
export function readWishlist(text: string | null): WishlistEntry[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(entries)) return [];
    const readable = entries.flatMap(readEntry);
    return readable.filter((entry, position) => readable.findIndex(({ _id }) => _id === entry._id) === position);
  } catch {
    return [];
  }
}

/** An entry without an address or a euro price cannot be shown; what else is missing is filled in. */
function readEntry(value: unknown): WishlistEntry[] {
  if (typeof value !== 'object' || value === null) return [];
  const entry = value as Partial<Record<keyof WishlistEntry, unknown>>;
  const type = entry.type === 'software' ? 'software' : 'game';
  const euro = amount(entry.sellPrice) ?? amount(entry.price);
  if (!isLineId(entry._id, type) || typeof entry.name !== 'string' || euro === null) return [];
  return [
    {
      _id: entry._id,
      name: entry.name,
      type,
      price: euro,
      sellPrice: euro,
      usdPrice: amount(entry.usdPrice),
      plnPrice: amount(entry.plnPrice),
      gbpPrice: amount(entry.gbpPrice),
      is_discounted: entry.is_discounted === true,
      new_price: amount(entry.new_price),
      usdNewPrice: amount(entry.usdNewPrice),
      plnNewPrice: amount(entry.plnNewPrice),
      gbpNewPrice: amount(entry.gbpNewPrice),
      mainImage: text(entry.mainImage),
      platform: text(entry.platform),
      discount_perc: amount(entry.discount_perc) ?? 0,
    },
  ];
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function wishOf(product: ListedProduct): WishlistEntry {
  return {
    _id: lineId(product),
    price: product.price,
    sellPrice: product.sellPrice,
    usdPrice: product.usdPrice,
    plnPrice: product.plnPrice,
    gbpPrice: product.gbpPrice,
    is_discounted: product.is_discounted,
    new_price: product.new_price,
    usdNewPrice: product.usdPriceDiscounted,
    plnNewPrice: product.plnPriceDiscounted,
    gbpNewPrice: product.gbpPriceDiscounted,
    mainImage: product.mainImage,
    name: product.name,
    platform: product.platform,
    discount_perc: product.discount_perc,
    type: product.type,
  };
}
