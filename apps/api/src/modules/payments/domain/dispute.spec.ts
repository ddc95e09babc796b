import { expect, test } from '@jest/globals';
import { type Dispute, type DisputeStep, DISPUTE_STATES, editable, type Evidence, openDispute } from './dispute.ts';
import { DisputeNotOpen, EvidenceChanged } from './dispute-errors.ts';

const opened = {
  id: 'dispute-1',
  provider: 'stripe',
  idAtProvider: 'dp_1',
  orderId: 'order-1',
  paymentId: 'pi_1',
  reason: 'fraudulent',
  amountMinor: 1000,
  currency: 'eur',
  dueAt: null,
  openedAt: new Date('2026-03-01T12:00:00.000Z'),
};
const evidence = { texts: {}, prior: null } as unknown as Evidence;
const dispute = (change: Partial<Dispute>): Dispute => ({ ...openDispute(opened), version: 2, evidence, ...change });

test('a dispute that was opened waits for its evidence', () => {
  expect(openDispute(opened)).toEqual({
    ...opened,
    state: 'waiting',
    version: 0,
    evidence: null,
    assembledAt: null,
    submittedAt: null,
    submittedBy: null,
    outcome: null,
    endedAt: null,
    closedBy: null,
  });
  expect(DISPUTE_STATES).toEqual(['waiting', 'assembled', 'edited', 'submitted', 'closed']);
});

test.each(['assembled', 'edited'] as const)('evidence that is %s may be changed by whoever has read it', (state) => {
  const read = dispute({ state });
  expect(editable(read, 2)).toEqual(read);
  expect(() => editable(read, 1)).toThrow(new EvidenceChanged(2));
});

test.each([
  ['submitted', evidence, 'submitted'],
  ['submitted', null, 'submitted'],
  ['closed', evidence, 'closed'],
  ['closed', null, 'closed'],
  ['waiting', null, 'waiting'],
  ['assembled', null, 'waiting'],
] as const)('a dispute that is %s is not changed, and says so', (state: DisputeStep, of: Evidence | null, why) => {
  expect(() => editable(dispute({ state, evidence: of }), 2)).toThrow(new DisputeNotOpen(why));
});
