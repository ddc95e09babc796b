import { isCountry } from '@keyturn/shop-rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS } from '../storage/browser-storage.ts';

interface CountryState {
  /** Where the visitor wants to activate keys, by two letters; null if nothing was chosen. */
  chosen: string | null;
}

/** Any stored value that is no country counts as none. */
export function storedCountry(): string | null {
  const stored = readStored(STORAGE_KEYS.country) ?? '';
  return isCountry(stored) ? stored : null;
}

export const countrySlice = createSlice({
  name: 'country',
  initialState: (): CountryState => ({ chosen: storedCountry() }),
  reducers: {
    countryChosen(state, { payload }: PayloadAction<string | null>) {
      state.chosen = payload;
    },
  },
});

export const { countryChosen } = countrySlice.actions;
