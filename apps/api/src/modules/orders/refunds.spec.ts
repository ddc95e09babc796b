import { expect, jest, test } from '@jest/globals';
import { FixedClock } from '../../testing/fakes.ts';
import { InMemoryRefunds } from './testing/in-memory-refunds.ts';
import { isAutomatic, piecesGoneBy, type Refund, REFUND_KINDS, REFUND_STATES, sentBy } from './application/refunds.ts';

test('a refund that is done takes its pieces, one that is asked for is under way, the shop’s own has the order’s id', async () => {
  const refunds = new InMemoryRefunds(new FixedClock());
  const ask = (id: string, slot: number) =>
    refunds.add({
      id,
      orderId: 'a',
      kind: 'pieces',
      pieces: [{ line: 0, slot }],
      amountMinor: 1,
      isWhole: false,
      askedBy: 'ada',
      reason: null,
      keyIds: [],
    });
  await ask('a', 0);
  expect([await refunds.isUnderWay('a'), await refunds.piecesGone('a')]).toEqual([true, []]);
  await refunds.done('a', 1000);
  expect([await refunds.isUnderWay('a'), await refunds.piecesGone('a')]).toEqual([false, [{ line: 0, slot: 0 }]]);
  await ask('b', 1);
  expect(piecesGoneBy(await refunds.ofOrder('a'))).toEqual([{ line: 0, slot: 0 }]);
  expect(await refunds.isUnderWay('a')).toBe(true);
  // As where staff gave one up that the provider made after all, and had asked for the same piece anew.
  await ask('c', 0);
  await refunds.done('b', 1);
  await refunds.done('c', 1);
  expect(await refunds.piecesGone('a')).toEqual([
    { line: 0, slot: 0 },
    { line: 0, slot: 1 },
  ]);
  expect([...refunds.all.values()].map(isAutomatic)).toEqual([true, false, false]);
});

test('what was sent back is what was made, and no chargeback', () => {
  const one = (state: Refund['state'], amountMinor: number, kind: Refund['kind'] = 'pieces') => ({ state, amountMinor, kind });
  const refunds = [
    one('done', 1),
    one('asked', 2),
    one('given-up', 4),
    one('failed', 8),
    one('done', 16, 'chargeback'),
    one('done', 32, 'external'),
  ];
  expect(sentBy(refunds)).toBe(33);
});

test('those of an order that failed and are open are closed, and no others', async () => {
  const refunds = new InMemoryRefunds(new FixedClock());
  const close = jest.spyOn(refunds, 'close');
  for (const [id, orderId] of [
    ['failed', 'a'],
    ['closed', 'a'],
    ['done', 'a'],
    ['asked', 'a'],
    ['of another', 'b'],
  ] as const)
    await refunds.add({
      id,
      orderId,
      kind: 'goodwill',
      pieces: [],
      amountMinor: 1,
      isWhole: false,
      askedBy: 'ada',
      reason: null,
      keyIds: [],
    });
  for (const id of ['failed', 'closed', 'done', 'of another']) await refunds.done(id, 1);
  for (const id of ['failed', 'closed', 'of another']) await refunds.fail(id, 'account_closed');
  await refunds.close('closed');
  close.mockClear();
  await refunds.closeFailedOf('a');
  expect(close.mock.calls).toEqual([['failed']]);
  expect([...refunds.all.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id)).toEqual(['asked', 'of another']);
});

test('kinds and states of refunds are stored words', () => {
  expect([...REFUND_KINDS, ...REFUND_STATES]).toEqual([
    'pieces',
    'goodwill',
    'external',
    'chargeback',
    'asked',
    'done',
    'given-up',
    'failed',
  ]);
});
