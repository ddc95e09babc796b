import { LARGEST_MINOR } from '../adapters/reads/list-statement.ts';
import type { ListFilter } from '../application/catalogue-reads.ts';

/** The first page of a list without filters. */
export const all: ListFilter = {
  page: 1,
  limit: 16,
  genres: [],
  minMinor: 0,
  maxMinor: LARGEST_MINOR,
  currency: 'Eur',
  order: null,
  country: null,
};
