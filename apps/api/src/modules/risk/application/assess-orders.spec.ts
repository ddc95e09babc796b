import { expect, test } from '@jest/globals';
import type { CardChecks } from '../domain/card-checks.ts';
import { assessing } from '../testing/assessing.ts';
import { ORDINARY_CARD, ORDINARY_CHECKOUT } from '../testing/ordinary.ts';
import type { OrderToAssess } from './assess-orders.ts';
import type { PaymentFact } from './ports.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * MINUTE);
const card = (change: Partial<CardChecks> = {}): CardChecks => ({ ...ORDINARY_CARD, chargedAt: at(0), ...change });
const order = (orderId: string, change: Partial<OrderToAssess> = {}): OrderToAssess => ({
  ...ORDINARY_CHECKOUT,
  orderId,
  card: card(),
  paidAt: at(1),
  ...change,
});
const failure = (id: string, minutes: number, orderId = 'other'): PaymentFact => ({
  id,
  orderId,
  keys: [{ kind: 'card', value: 'card-1' }],
  at: at(minutes),
  outcome: 'failed',
  valueMinor: 1000,
});

test('signals hold counts and categories, and neither address, card nor name', async () => {
  const { assess } = assessing();
  const [assessment] = (await assess.run([order('a', { accountId: 'user-1' })])).values();
  expect(JSON.stringify(assessment?.decision)).not.toMatch(/ada|example|203\.0|card-1|browser-1|user-1/);
  expect(assessment?.decision).toMatchObject({ round: 1, policyVersion: 0, at: at(1), verdict: { outcome: 'deliver' } });
});

test('amounts are counted in euro cents, by the configured rates', async () => {
  const { assess } = assessing();
  const [assessment] = (await assess.run([order('a', { currency: 'Pln', totalMinor: 4270 })])).values();
  expect([assessment?.decision.signals.valueMinor, assessment?.fact.valueMinor]).toEqual([1000, 1000]);
});

test('orders of one batch count for those after them by the provider’s clock, whatever their place', async () => {
  const orders = [2, 0, 1].map((minutes) => order(`order-${minutes}`, { card: card({ chargedAt: at(minutes) }) }));
  const paidBefore = async (batch: OrderToAssess[]) => {
    const assessed = await assessing().assess.run(batch);
    return ['order-0', 'order-1', 'order-2'].map((id) => {
      const { signals } = assessed.get(id)?.decision ?? {};
      return [signals?.velocity.card?.hour.paid, signals?.isFirstOrder];
    });
  };
  const expected = [
    [0, true],
    [1, false],
    [2, false],
  ];
  expect(await paidBefore(orders)).toEqual(expected);
  expect(await paidBefore(orders.toReversed())).toEqual(expected);
});

test('events that are repeated, or come after their time, change no decision', async () => {
  const { assess, records } = assessing();
  await records.add(
    [],
    [1, 2, 3, 4].map((place) => failure(`before-${place}`, -place)),
  );
  const decide = async () => {
    const [assessment] = (await assess.run([order('a')])).values();
    return assessment?.decision.verdict;
  };
  const verdict = await decide();
  expect(verdict).toMatchObject({ outcome: 'deliver' });
  // The same again, later ones, and events of failed attempts at the order itself.
  await records.add([], [failure('before-1', -1), failure('later', 1), failure('own', -1, 'a')]);
  await records.add(
    [],
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => failure(`later-${place}`, place)),
  );
  expect(await decide()).toEqual(verdict);
  await records.add([], [failure('fifth', -5)]);
  expect(await decide()).toMatchObject({ outcome: 'link', reasons: [{ code: 'failed-payments' }, { code: 'first-order' }] });
});

test('what was refused in the payment session before counts for address and network, and for the card, which may be another one, not', async () => {
  const { assess } = assessing();
  const tried = async (refusedBefore: number) => {
    const [assessment] = (await assess.run([order('a', { card: card({ refusedBefore }) })])).values();
    return assessment?.decision;
  };
  expect([await tried(4), await tried(5), await tried(10)].map((decision) => decision?.verdict.outcome)).toEqual([
    'deliver',
    'link',
    'hold',
  ]);
  const { velocity } = (await tried(10))?.signals ?? {};
  expect([velocity?.email?.hour.failed, velocity?.network24?.month.failed, velocity?.card?.hour.failed]).toEqual([10, 10, 0]);
});

test('a decision is stored once, with what it was made from', async () => {
  const { assess, records } = assessing();
  const first = [...(await assess.run([order('a')])).values()];
  await assess.record(first);
  const again = [...(await assess.run([order('a', { card: card({ cvc: 'fail' }) })])).values()];
  await assess.record(again);
  expect(await records.ofOrder('a')).toEqual(first.map(({ decision }) => decision));
});

test('the country of each card is looked up on the list of blocked countries', async () => {
  const { assess, blockLists } = assessing();
  blockLists.blockedCountries.add('KP');
  const assessed = await assess.run([
    order('a', { card: card({ country: 'KP' }) }),
    order('b'),
    order('c', { card: card({ country: null }) }),
    order('d', { card: null }),
  ]);
  expect([...assessed].map(([id, { decision }]) => [id, decision.signals.isCardCountryBlocked]).toSorted()).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
    ['d', false],
  ]);
});

test('what is blocked and thrown away is asked by mailbox, domain, card and account', async () => {
  const { assess, blockLists } = assessing();
  blockLists.block('email', 'ada@example.com');
  blockLists.block('account', 'user-1');
  const assessed = await assess.run([
    order('a', { email: 'Ada+1@example.com', accountId: 'user-1' }),
    order('b', { email: 'bob@thrown-away.example' }),
  ]);
  expect([...assessed.values()].map(({ decision: { signals } }) => [signals.blocked, signals.isDisposableMail])).toEqual([
    [['email', 'account'], false],
    [[], true],
  ]);
});
