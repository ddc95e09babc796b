import { expect, test } from '@jest/globals';
import { assessing } from '../testing/assessing.ts';
import { ORDINARY_CHECKOUT } from '../testing/ordinary.ts';
import type { CheckoutToAssess } from './assess-orders.ts';
import { ChooseThreeDSecure } from './choose-three-d-secure.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const checkout: CheckoutToAssess = { ...ORDINARY_CHECKOUT, at: AT };

test('it is asked for by setting, also where the risk asks for less', async () => {
  const wish = (threeDSecure: 'automatic' | 'any' | 'challenge') =>
    new ChooseThreeDSecure(assessing().assess, { threeDSecure }).run(checkout, false);
  expect(await Promise.all([wish('automatic'), wish('any'), wish('challenge')])).toEqual(['automatic', 'any', 'challenge']);
});

test('refused payments before it count, those of its card are unknown, and nothing is stored', async () => {
  const { assess, records } = assessing();
  const choose = new ChooseThreeDSecure(assess, { threeDSecure: 'automatic' });
  const failures = [1, 2, 3, 4, 5].map((place) => ({
    id: `failure-${place}`,
    orderId: 'other',
    keys: [{ kind: 'browser', value: 'browser-1' } as const],
    at: new Date(AT.getTime() - place * 60_000),
    outcome: 'failed' as const,
    valueMinor: 1000,
  }));
  await records.add([], failures);
  expect(await choose.run(checkout, false)).toBe('any');
  expect(await choose.run({ ...checkout, browserId: 'browser-2' }, false)).toBe('automatic');
  expect([records.decisions.size, records.facts.size]).toEqual([0, 5]);
});
