import { type ActivationLimits, activationIn } from '@keyturn/shop-rules';

/**
 * Whether a key that is bought by now works where the buyer was told that it does: a feed may exclude his country after the sale. What
 * excluded it already was bought for somebody elsewhere. `soldWith` is left out in orders of earlier versions, `now` of a product that is gone.
 */
export function stillActivates(soldWith: ActivationLimits | undefined, now: ActivationLimits | undefined, country: string | null): boolean {
  if (!soldWith || !now) return true;
  return activationIn(now, country) !== 'no' || activationIn(soldWith, country) === 'no';
}

/** What was bought, and for which country. */
interface Sold {
  readonly country: string | null;
  readonly lines: readonly { readonly productId: string; readonly activation?: ActivationLimits }[];
}

/** The country of an order's buyer, where the product excludes it since the sale; null where keys that are bought by now work as they were sold. */
export function excludedSince({ country, lines }: Sold, productId: string, now: ActivationLimits | undefined): string | null {
  const works = lines.every((line) => line.productId !== productId || stillActivates(line.activation, now, country));
  return works ? null : country;
}
