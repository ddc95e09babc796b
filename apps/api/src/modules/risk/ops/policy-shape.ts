import { z } from 'zod';
import { DEFAULT_POLICY, type RiskPolicy, THREE_D_SECURE_WISHES } from '../domain/policy.ts';

const points = z.number().int().min(0).max(1000);
const amount = z.number().int().min(1).max(1_000_000_000);
const step = z.strictObject({ window: z.enum(['hour', 'day', 'month']), atLeast: amount, points });
const steps = z.array(step).max(20);
const names = z.array(z.string().min(1).max(100)).max(500);
const list = { categories: names, products: names };

const shape: z.ZodType<RiskPolicy> = z.strictObject({
  thresholds: z
    .strictObject({ link: points.min(1), hold: points.min(1), refuse: points.min(1) })
    .refine(({ link, hold, refuse }) => link <= hold && hold <= refuse, { error: 'must rise from link over hold to refuse.' }),
  strong: z.strictObject({
    riskElevated: points,
    riskHighest: points,
    cvcFailed: points,
    postalCodeFailed: points,
    threeDSecureFailed: points,
    failedPayments: steps,
  }),
  weakAtMost: points,
  weak: z.strictObject({
    paidOrders: steps,
    paidValue: steps,
    orderValue: z.array(z.strictObject({ atLeast: amount, points })).max(20),
    resaleProne: points,
    firstOrder: points,
    disposableMail: points,
    prepaidCard: points,
    cardCountryDiffers: points,
    headerCountryDiffers: points,
  }),
  trust: z.strictObject({ authenticated: points }),
  // Left out by those who copied a policy of an earlier version.
  threeDSecure: z
    .strictObject({ fromPoints: points, furtherCheckout: points, request: z.enum(THREE_D_SECURE_WISHES) })
    .default(DEFAULT_POLICY.threeDSecure),
  resale: z.strictObject({ ...list, fromMinor: z.number().int().min(0).max(1_000_000_000) }),
  alwaysLink: z.strictObject(list),
});

/** The policy, or what is wrong with it: a path such as `weak.firstOrder`, and a sentence. */
export function readPolicy(given: unknown): { readonly policy: RiskPolicy } | { readonly field: string; readonly message: string } {
  const { success, data, error } = shape.safeParse(given);
  if (success) return { policy: data };
  const [problem] = error.issues;
  return { field: ['policy', ...(problem?.path ?? [])].join('.'), message: problem?.message ?? 'is no policy.' };
}
