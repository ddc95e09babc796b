import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import {
  type Known,
  MOST_COUNTED,
  type PaymentFact,
  type PolicyVersion,
  type Question,
  type RiskDecision,
  type RiskKey,
  RiskRecords,
} from '../application/ports.ts';
import type { RiskOutcome } from '../domain/decide.ts';
import { DEFAULT_POLICY, type RiskPolicy } from '../domain/policy.ts';
import { type RiskSignals, type Velocity, type Window, WINDOWS } from '../domain/signals.ts';

export class InMemoryRiskRecords extends RiskRecords {
  current: PolicyVersion = { version: 0, policy: DEFAULT_POLICY };
  readonly decisions: Map<string, RiskDecision>;
  readonly facts: Map<string, PaymentFact>;

  constructor(storage: Storage = new PlainStorage()) {
    super();
    this.decisions = storage.table();
    this.facts = storage.table();
  }

  override async ask(questions: readonly Question[]): Promise<{ current: PolicyVersion; known: ReadonlyMap<string, Known> }> {
    return { current: this.current, known: new Map(questions.map((question) => [question.orderId, this.knownOf(question)])) };
  }

  override async add(decisions: readonly RiskDecision[], facts: readonly PaymentFact[]): Promise<void> {
    for (const decision of decisions) {
      const id = `${decision.orderId} ${decision.round}`;
      if (!this.decisions.has(id)) this.decisions.set(id, decision);
    }
    for (const fact of facts) if (!this.facts.has(fact.id)) this.facts.set(fact.id, fact);
  }

  override async setPolicy(policy: RiskPolicy): Promise<number> {
    this.current = { version: this.current.version + 1, policy };
    return this.current.version;
  }

  override async decidedSince(since: Date, limit: number): Promise<{ outcome: RiskOutcome; signals: RiskSignals }[]> {
    return [...this.decisions.values()]
      .filter(({ round, at, signals }) => round === 1 && at > since && 'velocity' in signals)
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, limit)
      .map(({ verdict: { outcome }, signals }) => ({ outcome, signals }));
  }

  override async ofOrder(orderId: string): Promise<RiskDecision[]> {
    return [...this.decisions.values()].filter((decision) => decision.orderId === orderId).toSorted((a, b) => a.round - b.round);
  }

  private knownOf({ orderId, keys, before }: Question): Known {
    const earlier = (key: RiskKey) =>
      [...this.facts.values()].filter(
        (fact) =>
          fact.orderId !== orderId && fact.at <= before && fact.keys.some((one) => one.kind === key.kind && one.value === key.value),
      );
    return {
      velocity: Object.fromEntries(keys.map((key) => [key.kind, velocityOf(earlier(key), before)])),
      isKnown: keys.some(
        (key) => (key.kind === 'email' || key.kind === 'account') && earlier(key).some(({ outcome }) => outcome === 'paid'),
      ),
    };
  }
}

function velocityOf(facts: readonly PaymentFact[], before: Date): Velocity {
  const latest = facts.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, MOST_COUNTED);
  const within = (window: Window) => {
    const counted = latest.filter(({ at }) => at.getTime() > before.getTime() - WINDOWS[window]);
    const paid = counted.filter(({ outcome }) => outcome === 'paid');
    return {
      paid: paid.length,
      failed: counted.length - paid.length,
      valueMinor: paid.reduce((sum, { valueMinor }) => sum + valueMinor, 0),
    };
  };
  return { hour: within('hour'), day: within('day'), month: within('month') };
}
