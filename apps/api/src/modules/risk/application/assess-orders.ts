import type { Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import type { CardChecks } from '../domain/card-checks.ts';
import { decideRisk } from '../domain/decide.ts';
import { normalisedMail } from '../domain/normalised-mail.ts';
import { networksOf } from '../domain/networks.ts';
import { type KeyKind, type RiskSignals, type Velocity, WINDOWS } from '../domain/signals.ts';
import {
  BlockListMatches,
  DisposableMail,
  EuroRates,
  type Known,
  NOTHING_COUNTED,
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
        email: normalisedMail(email),
        emailDomain: domainOf(email),
        card: card?.fingerprint ?? null,
        account: accountId,
      })),
    );
    return new Map(
      paid.map(({ order, fact }, place) => {
        const mates = facts.slice(0, place);
        const signals = {
          ...this.signalsOf(order, fact, withMates(known.get(order.orderId), fact, mates)),
          blocked: blocked.get(order.orderId) ?? [],
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

  private factOf(order: OrderToAssess): PaymentFact {
    const { orderId, card, paidAt, totalMinor, currency } = order;
    return {
      id: orderId,
      orderId,
      keys: keysOf(order),
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

/** What the payments of an order are counted by. */
function keysOf({
  card,
  email,
  accountId,
  browserId,
  address,
}: Pick<OrderToAssess, 'card' | 'email' | 'accountId' | 'browserId' | 'address'>): RiskKey[] {
  const values: Partial<Record<KeyKind, string | null>> = {
    card: card?.fingerprint ?? null,
    email: normalisedMail(email),
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

/** Payments of the same batch are not stored yet: those before this one count as well. */
function withMates(known: Known | undefined, fact: PaymentFact, mates: readonly PaymentFact[]): Known {
  const velocity: Partial<Record<KeyKind, Velocity>> = {};
  let isKnown = known?.isKnown ?? false;
  for (const { kind, value } of fact.keys) {
    const same = mates.filter(({ keys }) => keys.some((key) => key.kind === kind && key.value === value));
    velocity[kind] = plus(known?.velocity[kind] ?? NOTHING_COUNTED, fact, same);
    isKnown ||= same.length > 0 && (kind === 'email' || kind === 'account');
  }
  return { velocity, isKnown };
}

function plus(velocity: Velocity, { at }: PaymentFact, mates: readonly PaymentFact[]): Velocity {
  const inWindow = (window: keyof typeof WINDOWS) => {
    const within = mates.filter((mate) => mate.at.getTime() > at.getTime() - WINDOWS[window]);
    const { paid, failed, valueMinor } = velocity[window];
    return { paid: paid + within.length, failed, valueMinor: within.reduce((sum, mate) => sum + mate.valueMinor, valueMinor) };
  };
  return { hour: inWindow('hour'), day: inWindow('day'), month: inWindow('month') };
}

function inTime(one: PaymentFact, other: PaymentFact): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}
