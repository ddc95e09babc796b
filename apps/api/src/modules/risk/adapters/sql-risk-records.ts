import { createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { derivedSecret } from '../../../platform/config/derived-secret.ts';
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
import { type KeyKind, type RiskSignals, type Velocity, WINDOWS } from '../domain/signals.ts';

interface Counted {
  readonly orderId: string;
  readonly kind: KeyKind;
  readonly isKnown: boolean;
  readonly velocity: Velocity;
}

@Injectable()
export class SqlRiskRecords extends RiskRecords {
  private readonly secret: string;

  constructor(
    private readonly em: EntityManager,
    config: Config,
  ) {
    super();
    this.secret = derivedSecret(config, 'risk keys');
  }

  override async ask(questions: readonly Question[]): Promise<{ current: PolicyVersion; known: ReadonlyMap<string, Known> }> {
    const wanted = questions.flatMap(({ orderId, keys, before }) => keys.map((key) => ({ orderId, key, before })));
    const windows = Object.entries(WINDOWS).map(([name, ms]) => {
      const isWithin = sql`at > before_at - ${`${ms / 1000} seconds`}::interval`;
      return sql`${sql.lit(name)}, jsonb_build_object('paid', count(*) filter (where outcome = 'paid' and ${isWithin}),
        'failed', count(*) filter (where outcome = 'failed' and ${isWithin}),
        'valueMinor', coalesce(sum(value_minor) filter (where outcome = 'paid' and ${isWithin}), 0))`;
    });
    const { rows } = await sql<{ current: PolicyVersion | null; counted: Counted[] }>`
      select (select jsonb_build_object('version', version, 'policy', policy) from risk_policy order by version desc limit 1) as current,
        coalesce((select jsonb_agg(jsonb_build_object('orderId', wanted.order_id, 'kind', wanted.kind, 'velocity', counted.velocity,
          'isKnown', wanted.kind in ('email', 'account') and exists (select from risk_fact where key = wanted.key and outcome = 'paid'
            and (key like 'email:%' or key like 'account:%') and order_id <> wanted.order_id and at <= before_at)))
        from unnest(${wanted.map(({ orderId }) => orderId)}::text[], ${wanted.map(({ key }) => key.kind)}::text[],
          ${wanted.map(({ key }) => this.hashed(key))}::text[], ${wanted.map(({ before }) => before.toISOString())}::timestamptz[])
          as wanted (order_id, kind, key, before_at)
        cross join lateral (select jsonb_build_object(${sql.join(windows)}) as velocity from (
          select at, outcome, value_minor from risk_fact
          where key = wanted.key and at > before_at - interval '30 days' and at <= before_at and order_id <> wanted.order_id
          order by at desc limit ${MOST_COUNTED}) as latest) as counted), '[]') as counted`.execute(this.em.getKysely());
    const [{ current, counted } = { current: null, counted: [] }] = rows;
    const byOrder = Map.groupBy(counted, ({ orderId }) => orderId);
    return {
      // A policy of an earlier version lacks what is new.
      current: { version: current?.version ?? 0, policy: { ...DEFAULT_POLICY, ...current?.policy } },
      known: new Map(
        [...byOrder].map(([orderId, ofOrder]) => [
          orderId,
          {
            velocity: Object.fromEntries(ofOrder.map(({ kind, velocity }) => [kind, velocity])),
            isKnown: ofOrder.some(({ isKnown }) => isKnown),
          },
        ]),
      ),
    };
  }

  override async add(decisions: readonly RiskDecision[], facts: readonly PaymentFact[]): Promise<void> {
    const rows = facts.flatMap(({ id, orderId, keys, at, outcome, valueMinor }) =>
      keys.map((key) => ({ key: this.hashed(key), at, id, order_id: orderId, outcome, value_minor: valueMinor })),
    );
    const decided = decisions.map(({ orderId, round, verdict, signals, policyVersion, at }) => ({
      order_id: orderId,
      round,
      outcome: verdict.outcome,
      points: verdict.points,
      reasons: verdict.reasons,
      signals,
      policy_version: policyVersion,
      decided_at: at,
    }));
    await sql`with decided as (insert into risk_decision (order_id, round, outcome, points, reasons, signals, policy_version, decided_at)
        select order_id, round, outcome, points, reasons, signals, policy_version, decided_at
        from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as given (order_id text, round smallint, outcome text, points integer,
          reasons jsonb, signals jsonb, policy_version integer, decided_at timestamptz)
        on conflict do nothing)
      insert into risk_fact (key, at, id, order_id, outcome, value_minor)
        select key, at, id, order_id, outcome, value_minor
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, at timestamptz, id text, order_id text, outcome text,
          value_minor integer)
        order by key, at, id on conflict do nothing`.execute(this.em.getKysely());
  }

  override async setPolicy(policy: RiskPolicy, by: string, at: Date): Promise<number> {
    // Two owners at once get two versions; sales read on meanwhile.
    await sql`lock table risk_policy in share row exclusive mode`.execute(this.em.getKysely());
    const { rows } = await sql<{ version: number }>`insert into risk_policy (version, policy, set_by, set_at)
      select coalesce(max(version), 0) + 1, ${JSON.stringify(policy)}::jsonb, ${by}::text, ${at}::timestamptz from risk_policy
      returning version`.execute(this.em.getKysely());
    return rows[0]?.version ?? 0;
  }

  override async decidedSince(since: Date, limit: number): Promise<{ outcome: RiskOutcome; signals: RiskSignals }[]> {
    const { rows } = await sql<{ outcome: RiskOutcome; signals: RiskSignals }>`select outcome, signals from risk_decision
      where round = 1 and decided_at > ${since} and signals <> '{}' order by decided_at desc limit ${limit}`.execute(this.em.getKysely());
    return rows;
  }

  override async ofOrder(orderId: string): Promise<RiskDecision[]> {
    const { rows } = await sql<{
      round: number;
      outcome: RiskDecision['verdict']['outcome'];
      points: number;
      reasons: RiskDecision['verdict']['reasons'];
      signals: RiskDecision['signals'];
      policyVersion: number;
      at: Date;
    }>`select round, outcome, points, reasons, signals, policy_version as "policyVersion", decided_at as at
      from risk_decision where order_id = ${orderId} order by round`.execute(this.em.getKysely());
    return rows.map(({ round, outcome, points, reasons, signals, policyVersion, at }) => ({
      orderId,
      round,
      verdict: { outcome, points, reasons },
      signals,
      policyVersion,
      at: new Date(at),
    }));
  }

  /** `kind:hash`. Whoever reads the table alone cannot try addresses on it. */
  private hashed({ kind, value }: RiskKey): string {
    return `${kind}:${createHmac('sha256', this.secret).update(`${kind} ${value}`).digest('base64url').slice(0, 22)}`;
  }
}
