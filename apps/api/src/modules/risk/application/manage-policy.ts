import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { decideRisk, type RiskOutcome } from '../domain/decide.ts';
import type { RiskPolicy } from '../domain/policy.ts';
import { wishByRisk } from '../domain/three-d-secure.ts';
import { type PolicyVersion, RiskRecords } from './ports.ts';

const SPAN_MS = 30 * 86_400_000;
/** The newest ones of the span, where there are more. */
const MOST_TRIED = 20_000;

type Outcomes = Readonly<Record<RiskOutcome, number>>;

export interface DryRun {
  /** How many decisions were made again. */
  readonly orders: number;
  readonly since: Date;
  /** As they were decided when they were paid. */
  readonly before: Outcomes;
  readonly after: Outcomes;
  /** How many would have been asked for 3-D Secure by risk, further open checkouts left out: those are not stored. */
  readonly askedForProof: number;
}

interface Why {
  readonly by: Operator;
  readonly reason: string;
}

/** The policy of decisions about risk, as an owner changes it. Each change is a new version. */
@Injectable()
export class ManagePolicy {
  constructor(
    private readonly records: RiskRecords,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async current(): Promise<PolicyVersion> {
    return (await this.records.ask([])).current;
  }

  /** Decisions from now on are made by it. */
  set(policy: RiskPolicy, { by, reason }: Why): Promise<PolicyVersion> {
    return this.transaction.run(async () => {
      const version = await this.records.setPolicy(policy, by.name, this.clock.now());
      const subject = { type: 'risk-policy', id: String(version) };
      await this.audit.record({ by, action: 'risk.policy', subject, before: { version: version - 1 }, after: { version }, reason });
      return { version, policy };
    });
  }

  /** Decides again about the orders of the last 30 days, from the signals stored with them. Changes nothing. */
  async dryRun(policy: RiskPolicy, { by, reason }: Why): Promise<DryRun> {
    const since = new Date(this.clock.now().getTime() - SPAN_MS);
    const decided = await this.records.decidedSince(since, MOST_TRIED);
    await this.audit.record({
      by,
      action: 'risk.dry-run',
      subject: { type: 'risk-policy', id: 'dry-run' },
      after: { orders: decided.length },
      reason,
    });
    return {
      orders: decided.length,
      since,
      before: counted(decided.map(({ outcome }) => outcome)),
      after: counted(decided.map(({ signals }) => decideRisk(signals, policy).outcome)),
      askedForProof: decided.filter(({ signals }) => wishByRisk({ ...signals, card: null }, false, policy) !== 'automatic').length,
    };
  }
}

function counted(outcomes: readonly RiskOutcome[]): Outcomes {
  const count = (wanted: RiskOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { deliver: count('deliver'), link: count('link'), hold: count('hold'), refuse: count('refuse') };
}
