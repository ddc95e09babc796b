import { decideRisk } from './decide.ts';
import { type RiskPolicy, THREE_D_SECURE_WISHES, type ThreeDSecureWish } from './policy.ts';
import type { RiskSignals } from './signals.ts';

/** What is known of an order before it is paid: nothing of its card. */
export type SignalsBeforePayment = RiskSignals & { readonly card: null };

/**
 * What is asked for by risk. `isFurther`: its network, or its e-mail address, has another unpaid checkout open. Pure. With the default policy
 * the first order of a good buyer is `automatic`.
 */
export function wishByRisk(signals: SignalsBeforePayment, isFurther: boolean, policy: RiskPolicy): ThreeDSecureWish {
  const { fromPoints, furtherCheckout, request } = policy.threeDSecure;
  const points = decideRisk(signals, policy).points + (isFurther ? furtherCheckout : 0);
  return points >= fromPoints ? request : 'automatic';
}

export function strongerWish(one: ThreeDSecureWish, other: ThreeDSecureWish): ThreeDSecureWish {
  return THREE_D_SECURE_WISHES.indexOf(one) > THREE_D_SECURE_WISHES.indexOf(other) ? one : other;
}
