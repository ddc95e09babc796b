import { expect, test } from '@jest/globals';
import { MOST_COUNTED, type PaymentFact, type Question, type RiskKey, type RiskRecords } from '../application/ports.ts';
import { decideRisk } from '../domain/decide.ts';
import { DEFAULT_POLICY } from '../domain/policy.ts';
import type { RiskSignals } from '../domain/signals.ts';
import { NO_PAYMENTS } from './ordinary.ts';

const HOUR = 3_600_000;
const NOW = new Date('2026-03-01T12:00:00.000Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

const signals: RiskSignals = {
  card: null,
  velocity: {},
  valueMinor: 1000,
  lines: [],
  isFirstOrder: true,
  isDisposableMail: false,
  countries: { chosen: null, header: null },
  blocked: [],
};

interface Made {
  records: RiskRecords;
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
}

/** What every RiskRecords must do. `make` gives one without records; `name` distinguishes the keys of tests that share a database. */
export function riskRecordsContract(make: () => Promise<Made>): void {
  let count = 0;
  const some = () => {
    const name = `test-${(count += 1)}`;
    const card: RiskKey = { kind: 'card', value: name };
    const fact = (id: string, change: Partial<PaymentFact> = {}): PaymentFact => ({
      id: `${name}-${id}`,
      orderId: `${name}-${id}`,
      keys: [card],
      at: ago(0.5),
      outcome: 'paid',
      valueMinor: 100,
      ...change,
    });
    const question = (change: Partial<Question> = {}): Question => ({ orderId: name, keys: [card], before: NOW, ...change });
    return { name, card, fact, question };
  };

  test('payments are counted by key in an hour, a day and 30 days before the payment, failed ones apart', async () => {
    const { records, inTransaction } = await make();
    const { name, card, fact, question } = some();
    await inTransaction(() =>
      records.add(
        [],
        [
          fact('a'),
          fact('b', { at: ago(2) }),
          fact('c', { at: ago(48), outcome: 'failed' }),
          fact('d', { at: ago(31 * 24) }),
          fact('e', { at: ago(-1) }),
          fact('own', { orderId: name }),
          fact('f', { keys: [{ kind: 'email', value: name }] }),
        ],
      ),
    );
    const { known } = await inTransaction(() => records.ask([question({ keys: [card, { kind: 'browser', value: name }] })]));
    expect(known.get(name)).toEqual({
      velocity: {
        card: {
          hour: { paid: 1, failed: 0, valueMinor: 100 },
          day: { paid: 2, failed: 0, valueMinor: 200 },
          month: { paid: 2, failed: 1, valueMinor: 200 },
        },
        browser: { hour: NO_PAYMENTS, day: NO_PAYMENTS, month: NO_PAYMENTS },
      },
      isKnown: false,
    });
  });

  test('a buyer is known by a paid order of the address or account, however long ago, and not by a card or a failed one', async () => {
    const { records, inTransaction } = await make();
    const { name, card, fact, question } = some();
    const email: RiskKey = { kind: 'email', value: name };
    const account: RiskKey = { kind: 'account', value: name };
    const isKnown = async (keys: RiskKey[]) => (await inTransaction(() => records.ask([question({ keys })]))).known.get(name)?.isKnown;
    await inTransaction(() =>
      records.add([], [fact('a'), fact('b', { keys: [email], outcome: 'failed' }), fact('c', { keys: [account], at: ago(300 * 24) })]),
    );
    expect([await isKnown([card]), await isKnown([email]), await isKnown([email, account])]).toEqual([false, false, true]);
  });

  test('several orders are asked about at once, and a fact that is added again counts once', async () => {
    const { records, inTransaction } = await make();
    const [one, other] = [some(), some()];
    for (let times = 0; times < 2; times += 1) await inTransaction(() => records.add([], [one.fact('a'), other.fact('b', { at: ago(5) })]));
    const { known } = await inTransaction(() => records.ask([one.question(), other.question()]));
    expect([one, other].map(({ name }) => known.get(name)?.velocity.card?.hour.paid)).toEqual([1, 0]);
    expect([one, other].map(({ name }) => known.get(name)?.velocity.card?.day.paid)).toEqual([1, 1]);
  });

  test('of a key at most the newest payments are counted', async () => {
    const { records, inTransaction } = await make();
    const { name, fact, question } = some();
    const many = Array.from({ length: MOST_COUNTED }, (_, place) => fact(`failed-${place}`, { outcome: 'failed', at: ago(0.1) }));
    await inTransaction(() => records.add([], [fact('paid'), ...many]));
    const { known } = await inTransaction(() => records.ask([question()]));
    expect(known.get(name)?.velocity.card?.hour).toEqual({ paid: 0, failed: MOST_COUNTED, valueMinor: 0 });
  });

  test('each policy is a version, and the last one counts', async () => {
    const { records, inTransaction } = await make();
    const current = async () => (await inTransaction(() => records.ask([]))).current;
    const { version } = await current();
    for (const weakAtMost of [1, 2]) await inTransaction(() => records.setPolicy({ ...DEFAULT_POLICY, weakAtMost }, 'ada', NOW));
    expect(await current()).toEqual({ version: version + 2, policy: { ...DEFAULT_POLICY, weakAtMost: 2 } });
    await inTransaction(() => records.setPolicy(DEFAULT_POLICY, 'ada', NOW));
  });

  test('first decisions since a moment are read, newest first, but for those without signals', async () => {
    const { records, inTransaction } = await make();
    const { name } = some();
    const later = (minutes: number) => new Date(NOW.getTime() + 100 * HOUR + minutes * 60_000);
    const decided = (id: string, minutes: number, change: object = {}) => ({
      orderId: `${name}-${id}`,
      round: 1,
      verdict: decideRisk(signals, DEFAULT_POLICY),
      signals: { ...signals, valueMinor: minutes },
      policyVersion: 0,
      at: later(minutes),
      ...change,
    });
    await inTransaction(() =>
      records.add([decided('a', 1), decided('b', 2), decided('b', 3, { round: 2 }), decided('erased', 4, { signals: {} })], []),
    );
    const values = async (minutes: number, limit: number) =>
      (await records.decidedSince(later(minutes), limit)).map(({ outcome, signals: { valueMinor } }) => [outcome, valueMinor]);
    expect(await values(0, 9)).toEqual([
      ['deliver', 2],
      ['deliver', 1],
    ]);
    expect([await values(0, 1), await values(1, 9)]).toEqual([[['deliver', 2]], [['deliver', 2]]]);
  });

  test('a decision is found by its order as it was stored, and a second one of the same round changes nothing', async () => {
    const { records, inTransaction } = await make();
    const { name } = some();
    const decision = { orderId: name, round: 1, verdict: decideRisk(signals, DEFAULT_POLICY), signals, policyVersion: 0, at: NOW };
    await inTransaction(() => records.add([decision], []));
    await inTransaction(() => records.add([{ ...decision, policyVersion: 3 }], []));
    await inTransaction(() => records.add([{ ...decision, round: 2 }], []));
    expect(await records.ofOrder(name)).toEqual([decision, { ...decision, round: 2 }]);
    expect(await records.ofOrder('nobody')).toEqual([]);
  });
}
