import type { Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { mailboxOf } from '../../../shared/mailbox.ts';
import type { CardChecks } from '../domain/card-checks.ts';
import { decideRisk, type RiskVerdict } from '../domain/decide.ts';
import { networksOf } from '../domain/networks.ts';
import type { RiskPolicy } from '../domain/policy.ts';
import type { KeyKind, RiskSignals } from '../domain/signals.ts';
import type { SignalsBeforePayment } from '../domain/three-d-secure.ts';
import { withUnstored } from './earlier-payments.ts';
import {
  BlockListMatches,
  DisposableMail,
  EuroRates,
  type Known,
  type PaymentFact,
  type RiskDecision,
  type RiskKey,
  RiskRecords,
} from './ports.ts';

/** A paid order as it is assessed. Amounts in minor units of its currency. */
export interface OrderToAssess {
  readonly orderId: string;
  readonly email: string;
  readonly accountId: string | null;
  /** As orders have it: IPv4, or the first four groups of IPv6. */
  readonly address: string;
  readonly browserId: string;
  readonly currency: Currency;
  readonly totalMinor: number;
  readonly lines: readonly { readonly productId: string; readonly category: string | null; readonly totalMinor: number }[];
  readonly countries: RiskSignals['countries'];
  /** Null for a payment that was not by card. */
  readonly card: CardChecks | null;
  /** By the shop's clock. */
  readonly paidAt: Date;
}

/** A checkout before its order and its payment. */
export type CheckoutToAssess = Omit<OrderToAssess, 'orderId' | 'card' | 'paidAt'> & { readonly at: Date };

/** A payment that the provider refused. */
export interface FailedAttempt {
  /** The provider's id of it. */
  readonly attemptId: string;
  readonly order: Pick<OrderToAssess, 'orderId' | 'email' | 'accountId' | 'browserId' | 'address' | 'currency'>;
  /** Of the card; null: unknown. */
  readonly fingerprint: string | null;
  readonly at: Date;
  /** In minor units of the order's currency. */
  readonly amountMinor: number;
}

/** A decision that is not stored yet, with the payment that counts from then on. */
export interface Assessment {
  readonly decision: RiskDecision;
  readonly fact: PaymentFact;
}

/**
 * Decides about paid orders, from what the provider says of their payments and from earlier payments. Earlier is by the provider's clock: an
 * event that comes late does not count for payments before it. `run` only reads, `record` stores: both in the transaction of the payment.
 */
@Injectable()
export class AssessOrders {
  constructor(
    private readonly records: RiskRecords,
    private readonly blockLists: BlockListMatches,
    private readonly disposable: DisposableMail,
    private readonly rates: EuroRates,
  ) {}

  /** By order. The number of statements does not depend on the number of orders. */
  async run(orders: readonly OrderToAssess[]): Promise<ReadonlyMap<string, Assessment>> {
    if (orders.length === 0) return new Map();
    const paid = orders.map((order) => ({ order, fact: this.factOf(order) })).toSorted((one, other) => inTime(one.fact, other.fact));
    const facts = paid.map(({ fact }) => fact);
    const { current, known } = await this.records.ask(facts.map(({ orderId, keys, at }) => ({ orderId, keys, before: at })));
    const blocked = await this.blockLists.of(
      orders.map(({ orderId, email, accountId, card }) => ({
        orderId,
        email,
        card: card?.fingerprint ?? null,
        account: accountId,
      })),
    );
    const blockedCountries = await this.blockLists.countries(orders.flatMap(({ card }) => card?.country ?? []));
    return new Map(
      paid.map(({ order, fact }, place) => {
        const unstored = { mates: facts.slice(0, place), refused: order.card?.refusedBefore ?? 0 };
        const signals = {
          ...this.signalsOf(order, fact, withUnstored(known.get(order.orderId), fact, unstored)),
          blocked: blocked.get(order.orderId) ?? [],
          isCardCountryBlocked: blockedCountries.has(order.card?.country ?? ''),
        };
        const verdict = decideRisk(signals, current.policy);
        const decision = { orderId: order.orderId, round: 1, verdict, signals, policyVersion: current.version, at: order.paidAt };
        return [order.orderId, { decision, fact }] as const;
      }),
    );
  }

  async record(assessments: readonly Assessment[]): Promise<void> {
    if (assessments.length === 0) return;
    await this.records.add(
      assessments.map(({ decision }) => decision),
      assessments.map(({ fact }) => fact),
    );
  }

  /** What is known of a checkout before its payment, and the current policy. Reads only; block lists are not asked. */
  async beforePayment({ at, ...checkout }: CheckoutToAssess): Promise<{ signals: SignalsBeforePayment; policy: RiskPolicy }> {
    const order = { ...checkout, orderId: '', card: null, paidAt: at };
    const fact = this.factOf(order);
    const { current, known } = await this.records.ask([{ orderId: fact.orderId, keys: fact.keys, before: at }]);
    const signals = { ...this.signalsOf(order, fact, known.get(fact.orderId) ?? NOTHING_KNOWN), card: null, blocked: [] };
    return { signals, policy: current.policy };
  }

  /**
   * Decides again about an order, from the same signals but what the provider says about the card now: after a review. Stored where that is
   * new. Null for an order that nobody has decided about.
   */
  async again(orderId: string, card: CardChecks, at: Date): Promise<RiskVerdict | null> {
    const last = (await this.records.ofOrder(orderId)).at(-1);
    // The signals of somebody who was erased are gone.
    if (!last || !('velocity' in last.signals)) return null;
    const current = withoutIdentity(card);
    if (last.signals.card && isSame(last.signals.card, current)) return last.verdict;
    const signals = { ...last.signals, card: current };
    const { current: policy } = await this.records.ask([]);
    const verdict = decideRisk(signals, policy.policy);
    await this.records.add([{ orderId, round: last.round + 1, verdict, signals, policyVersion: policy.version, at }], []);
    return verdict;
  }

  /** Counts failed attempts at payments, each once. */
  async noteFailures(failures: readonly FailedAttempt[]): Promise<void> {
    await this.records.add(
      [],
      failures.map(({ attemptId, order, fingerprint, at, amountMinor }) => ({
        id: attemptId,
        orderId: order.orderId,
        keys: keysOf({ ...order, fingerprint }),
        at,
        outcome: 'failed',
        valueMinor: this.euroMinor(amountMinor, order.currency),
      })),
    );
  }

  private factOf(order: OrderToAssess): PaymentFact {
    const { orderId, card, paidAt, totalMinor, currency } = order;
    return {
      id: orderId,
      orderId,
      keys: keysOf({ ...order, fingerprint: card?.fingerprint ?? null }),
      at: card?.chargedAt ?? paidAt,
      outcome: 'paid',
      valueMinor: this.euroMinor(totalMinor, currency),
    };
  }

  private signalsOf(order: OrderToAssess, fact: PaymentFact, { velocity, isKnown }: Known): Omit<RiskSignals, 'blocked'> {
    const { card, lines, currency, countries, email } = order;
    return {
      card: card && withoutIdentity(card),
      velocity,
      valueMinor: fact.valueMinor,
      lines: lines.map(({ productId, category, totalMinor }) => ({
        productId,
        category,
        valueMinor: this.euroMinor(totalMinor, currency),
      })),
      isFirstOrder: !isKnown,
      isDisposableMail: this.disposable.isDisposable(domainOf(email)),
      countries,
    };
  }

  private euroMinor(minor: number, currency: Currency): number {
    return Math.round(minor / this.rates.perEuro[currency]);
  }
}

const NOTHING_KNOWN: Known = { velocity: {}, isKnown: false };

/** What the payments of an order are counted by. */
function keysOf({
  fingerprint,
  email,
  accountId,
  browserId,
  address,
}: Pick<OrderToAssess, 'email' | 'accountId' | 'browserId' | 'address'> & { fingerprint: string | null }): RiskKey[] {
  const values: Partial<Record<KeyKind, string | null>> = {
    card: fingerprint,
    email: mailboxOf(email),
    account: accountId,
    browser: browserId,
    ...networksOf(address),
  };
  return Object.entries(values).flatMap(([kind, value]) => (value ? [{ kind: kind as KeyKind, value }] : []));
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function withoutIdentity({ riskLevel, review, cvc, postalCode, threeDSecure, funding, country }: CardChecks) {
  return { riskLevel, review, cvc, postalCode, threeDSecure, funding, country };
}

function isSame(one: NonNullable<RiskSignals['card']>, other: NonNullable<RiskSignals['card']>): boolean {
  return (Object.keys(other) as (keyof typeof other)[]).every((name) => one[name] === other[name]);
}

function inTime(one: PaymentFact, other: PaymentFact): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}
