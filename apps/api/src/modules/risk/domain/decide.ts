import type { RiskPolicy, Step } from './policy.ts';
import { blockedReason, countedReason, orderValueReason, reason, type RiskReason } from './reasons.ts';
import { type Count, KEY_KINDS, type RiskSignals } from './signals.ts';

/**
 * What becomes of a paid order. `link`: delivered by a link to its page. `hold`: a person decides. `refuse`: the money goes back.
 */
const RISK_OUTCOMES = ['deliver', 'link', 'hold', 'refuse'] as const;
export type RiskOutcome = (typeof RISK_OUTCOMES)[number];

export interface RiskVerdict {
  readonly outcome: RiskOutcome;
  readonly points: number;
  /** Strongest first. */
  readonly reasons: readonly RiskReason[];
}

/** Decides about a paid order. Pure: the same signals and policy give the same verdict. */
export function decideRisk(signals: RiskSignals, policy: RiskPolicy): RiskVerdict {
  const reasons = reasonsOf(signals, policy);
  const points = Math.max(
    0,
    reasons.reduce((sum, one) => sum + one.points, 0),
  );
  const byRule = ruleOf(signals, policy);
  const outcome = byRule.outcome ?? atLeast(outcomeOf(points, policy), byRule.least);
  return { outcome, points, reasons: [...byRule.reasons, ...reasons] };
}

interface Rule {
  /** Decides whatever the points. */
  readonly outcome?: RiskOutcome;
  readonly least: RiskOutcome;
  readonly reasons: readonly RiskReason[];
}

function ruleOf(signals: RiskSignals, policy: RiskPolicy): Rule {
  if (signals.blocked.length > 0) return { outcome: 'refuse', least: 'refuse', reasons: signals.blocked.map(blockedReason) };
  const byReview = reviewRule(signals, policy);
  return signals.isCardCountryBlocked === true ? countryRule(signals, byReview) : byReview;
}

/**
 * The country of the card decides where no other one is known: who names none is not sold to. Where buyer or proxy name one that is sold to, the
 * card contradicts it, and a person decides, whatever a review said: that was not about the country.
 */
function countryRule({ countries }: RiskSignals, { outcome, reasons }: Rule): Rule {
  const blocked = reason('card-country-blocked', 0);
  if (outcome === 'refuse' || (countries.chosen === null && countries.header === null))
    return { outcome: 'refuse', least: 'refuse', reasons: [blocked, ...reasons] };
  return { ...(outcome && { outcome: 'hold' as const }), least: 'hold', reasons: [blocked, ...reasons] };
}

function reviewRule({ card, lines }: RiskSignals, { alwaysLink }: RiskPolicy): Rule {
  const isAlwaysLink = lines.some(({ productId, category }) => isListed(alwaysLink, productId, category));
  const link: Rule = isAlwaysLink ? { least: 'link', reasons: [reason('always-link', 0)] } : { least: 'deliver', reasons: [] };
  switch (card?.review) {
    case 'refused':
      return { outcome: 'refuse', least: 'refuse', reasons: [reason('review-refused', 0)] };
    case 'open':
      return { least: 'hold', reasons: [reason('review-open', 0), ...link.reasons] };
    case 'approved':
      return { outcome: link.least, least: link.least, reasons: [reason('review-approved', 0), ...link.reasons] };
    default:
      return link;
  }
}

function reasonsOf(signals: RiskSignals, policy: RiskPolicy): RiskReason[] {
  const strong = strongReasons(signals, policy);
  const weak = weakReasons(signals, policy);
  const weakPoints = weak.reduce((sum, { points }) => sum + points, 0);
  const over = weakPoints - policy.weakAtMost;
  const trust = signals.card?.threeDSecure === 'authenticated' ? [reason('three-d-secure-passed', -policy.trust.authenticated)] : [];
  return [...strong, ...weak, ...(over > 0 ? [reason('weak-limit', -over)] : []), ...trust]
    .filter(({ points }) => points !== 0)
    .toSorted((one, other) => other.points - one.points);
}

function strongReasons({ card, velocity }: RiskSignals, { strong }: RiskPolicy): RiskReason[] {
  return [
    ...(card?.riskLevel === 'elevated' ? [reason('risk-elevated', strong.riskElevated)] : []),
    ...(card?.riskLevel === 'highest' ? [reason('risk-highest', strong.riskHighest)] : []),
    ...(card?.cvc === 'fail' ? [reason('cvc-failed', strong.cvcFailed)] : []),
    ...(card?.postalCode === 'fail' ? [reason('postal-code-failed', strong.postalCodeFailed)] : []),
    ...(card?.threeDSecure === 'failed' ? [reason('three-d-secure-failed', strong.threeDSecureFailed)] : []),
    ...counted('failed-payments', velocity, strong.failedPayments, ({ failed }) => failed),
  ];
}

function weakReasons(signals: RiskSignals, { weak, resale }: RiskPolicy): RiskReason[] {
  const { card, velocity, valueMinor, lines, countries } = signals;
  const byValue = weak.orderValue.filter((step) => valueMinor >= step.atLeast).toSorted(byPoints)[0];
  const resold = lines.filter(({ productId, category }) => isListed(resale, productId, category));
  const resoldMinor = resold.reduce((sum, line) => sum + line.valueMinor, 0);
  const differs = (one: string | null | undefined, other: string | null) => Boolean(one && other && one !== other);
  const isFromElsewhere = differs(countries.header, countries.chosen) || differs(card?.country, countries.header);
  return [
    ...counted('paid-orders', velocity, weak.paidOrders, ({ paid }) => paid),
    ...counted('paid-value', velocity, weak.paidValue, (count) => count.valueMinor),
    ...(byValue ? [orderValueReason(valueMinor, byValue.points)] : []),
    ...(resold.length > 0 && resoldMinor >= resale.fromMinor ? [reason('resale-prone', weak.resaleProne)] : []),
    ...(signals.isFirstOrder ? [reason('first-order', weak.firstOrder)] : []),
    ...(signals.isDisposableMail ? [reason('disposable-mail', weak.disposableMail)] : []),
    ...(card?.funding === 'prepaid' ? [reason('prepaid-card', weak.prepaidCard)] : []),
    ...(differs(card?.country, countries.chosen) ? [reason('card-country-differs', weak.cardCountryDiffers)] : []),
    ...(isFromElsewhere ? [reason('header-country-differs', weak.headerCountryDiffers)] : []),
  ];
}

/** The one step that gives the most points, of all keys. */
function counted(
  code: 'failed-payments' | 'paid-orders' | 'paid-value',
  velocity: RiskSignals['velocity'],
  steps: readonly Step[],
  amountOf: (count: Count) => number,
): RiskReason[] {
  const reached = KEY_KINDS.flatMap((kind) =>
    steps.flatMap(({ window, atLeast: least, points }) => {
      const count = velocity[kind]?.[window];
      const amount = count ? amountOf(count) : 0;
      return count && amount >= least ? [{ kind, window, amount, points }] : [];
    }),
  );
  const highest = reached.toSorted(byPoints)[0];
  return highest ? [countedReason(code, highest)] : [];
}

function byPoints(one: { points: number }, other: { points: number }): number {
  return other.points - one.points;
}

function isListed(
  list: { categories: readonly string[]; products: readonly string[] },
  productId: string,
  category: string | null,
): boolean {
  return list.products.includes(productId) || (category !== null && list.categories.includes(category));
}

function outcomeOf(points: number, { thresholds }: RiskPolicy): RiskOutcome {
  if (points >= thresholds.refuse) return 'refuse';
  if (points >= thresholds.hold) return 'hold';
  return points >= thresholds.link ? 'link' : 'deliver';
}

function atLeast(outcome: RiskOutcome, least: RiskOutcome): RiskOutcome {
  return RISK_OUTCOMES.indexOf(outcome) >= RISK_OUTCOMES.indexOf(least) ? outcome : least;
}
