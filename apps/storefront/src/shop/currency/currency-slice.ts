import { type Currency, DEFAULT_CURRENCY, storedCurrency } from '@keyturn/shop-rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS } from '../storage/browser-storage.ts';

/** Any stored value that is none of the four is Eur again. */
const initialState = (): { chosen: Currency } => ({ chosen: storedCurrency(readStored(STORAGE_KEYS.currency)) ?? DEFAULT_CURRENCY });

export const currencySlice = createSlice({
  name: 'currency',
  initialState,
  reducers: {
    currencyChosen(state, { payload }: PayloadAction<Currency>) {
      state.chosen = payload;
    },
  },
});

export const { currencyChosen } = currencySlice.actions;
