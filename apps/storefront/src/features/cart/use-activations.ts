import { type CheckedLine, useValidateCartMutation } from '@keyturn/api-client';
import { type CartLine, currencyCode } from '@keyturn/shop-rules';
import { useEffect, useState } from 'react';
import { useCountry } from '../../shop/country/use-country.ts';
import { useShop } from '../../shop/shop-state.ts';

/** What the shop says by now about the activation of each line in the visitor's country, by the line's id; empty until it has answered. */
export function useActivations(lines: readonly CartLine[]): { country: string | null; of: ReadonlyMap<string, CheckedLine> } {
  const country = useCountry(lines.length > 0);
  const currency = useShop((state) => state.currency.chosen);
  const [validateCart] = useValidateCartMutation();
  const [checked, setChecked] = useState<ReadonlyMap<string, CheckedLine>>(new Map());
  // Quantities and prices do not matter here.
  const products = JSON.stringify(lines.map(({ item: { _id, type } }) => ({ item: { _id, type }, quantity: 1 })));

  useEffect(() => {
    const cart = JSON.parse(products) as { item: { _id: string; type: 'game' | 'software' }; quantity: number }[];
    if (cart.length === 0) return;
    const call = validateCart({ cartDto: { cart, currency: currencyCode(currency), ...(country !== null && { country }) } });
    let isLatest = true;
    // Without an answer nothing is said: the checkout asks again.
    void call.then(({ data }) => isLatest && data && setChecked(new Map(data.lines.map((line) => [line._id, line]))));
    return () => {
      isLatest = false;
    };
  }, [products, currency, country, validateCart]);

  return { country, of: checked };
}
