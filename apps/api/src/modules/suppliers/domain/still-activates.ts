import { type ActivationLimits, activationIn } from '@keyturn/shop-rules';

/**
 * Whether a key that is bought by now works where the buyer was told that it does: a feed may exclude his country after the sale. What
 * excluded it already was bought for somebody elsewhere. `soldWith` is left out in orders of earlier versions, `now` of a product that is gone.
 */
export function stillActivates(soldWith: ActivationLimits | undefined, now: ActivationLimits | undefined, country: string | null): boolean {
  if (!soldWith || !now) return true;
  return activationIn(now, country) !== 'no' || activationIn(soldWith, country) === 'no';
}
