import { useGetVisitorQuery } from '@keyturn/api-client';
import { useServed } from '../../lib/use-served.ts';
import { useShop } from '../shop-state.ts';

/**
 * The visitor's country by two letters: the chosen one, else the one that the proxy names; null while it is not known. It is asked for by a call of its own, as
 * pages are the same for everybody. `isNeeded` false asks for nothing.
 */
export function useCountry(isNeeded = true): string | null {
  const chosen = useShop((state) => state.country.chosen);
  const isServed = useServed();
  const { data } = useGetVisitorQuery(undefined, { skip: !isNeeded || isServed || chosen !== null });
  return chosen ?? data?.country ?? null;
}
