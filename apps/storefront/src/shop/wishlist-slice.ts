import type { ListedProduct } from '@keyturn/api-client';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS } from './browser-storage.ts';
import { lineId } from './product.ts';

/** One entry of the wishlist as the browser keeps it (specification §3). */
export interface WishlistEntry {
  _id: string;
  price: number;
  sellPrice: number;
  usdPrice: number;
  plnPrice: number;
  gbpPrice: number;
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
    const readable = entries.filter(isEntry);
    return readable.filter((entry, position) => readable.findIndex(({ _id }) => _id === entry._id) === position);
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is WishlistEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { _id, name, type } = value as Partial<WishlistEntry>;
  return typeof _id === 'string' && _id !== '' && typeof name === 'string' && (type === 'game' || type === 'software');
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
