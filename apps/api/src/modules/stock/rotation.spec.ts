import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../testing/fakes.ts';
import type { Audit, StaffAct } from '../ops/index.ts';
import { FillNormalisedHashes, type NormalisedHashes } from './application/fill-normalised-hashes.ts';
import { ContinueKeyRotation, type KeyRotations, type Rotation, StartRotation } from './application/rotate-keys.ts';

const clock = new FixedClock();
const act = { by: { id: 'key-1', name: 'ada', role: 'owner' }, reason: 'yearly' } as unknown as StaffAct;
const transaction = new PlainTransaction();
const rotation: Rotation = { id: 'id-1', toVersion: 3, total: 7, startedAt: clock.now(), startedBy: 'ada', finishedAt: null };

/** Rotations with these batches left. */
function rotations(open: Rotation | null, batches: number[], onBatch: () => void = () => undefined) {
  const calls: unknown[][] = [];
  const versions = [{ version: 2, keys: 7, isKnown: true }];
  const port = {
    open: async () => open,
    state: async () => ({ current: 3, versions, rotation: null, remaining: 7 }),
    start: async (started: Rotation) => void calls.push(['start', started]),
    encryptAnew: async (...call: unknown[]) => {
      calls.push(['encrypt', ...call]);
      onBatch();
      return batches.shift() ?? 0;
    },
    finish: async (...call: unknown[]) => (calls.push(['finish', ...call]), true),
  } as unknown as KeyRotations;
  const audit = { record: async (entry: object) => void calls.push(['audit', entry]) } as unknown as Audit;
  return { calls, port, start: new StartRotation(port, audit, transaction, clock, new CountingIds()) };
}

test('a rotation starts once, and is recorded with the versions before it', async () => {
  const { calls, start } = rotations(null, []);
  await start.run(act);
  const id = (calls[0]?.[1] as Rotation).id;
  expect(calls).toEqual([
    ['start', { ...rotation, id }],
    [
      'audit',
      {
        ...act,
        action: 'keys.rotate',
        subject: { type: 'rotation', id },
        before: { versions: [{ version: 2, keys: 7 }] },
        after: { toVersion: 3 },
      },
    ],
  ]);
  const again = rotations(rotation, []);
  await again.start.run(act);
  expect(again.calls).toEqual([]);
});

test('a rotation goes on by batches until nothing is left, and ends then', async () => {
  const { calls, port } = rotations(rotation, [500, 1]);
  await new ContinueKeyRotation(port, transaction, clock).run();
  expect(calls).toEqual([
    ['encrypt', 3, 500],
    ['encrypt', 3, 500],
    ['encrypt', 3, 500],
    ['finish', rotation, clock.now()],
  ]);
  const none = rotations(null, [500]);
  await new ContinueKeyRotation(none.port, transaction, clock).run();
  expect(none.calls).toEqual([]);
});

test('a rotation that is stopped ends after its batch, and is not finished', async () => {
  const { calls, port } = rotations(rotation, [500, 500], () => run.stop());
  const run = new ContinueKeyRotation(port, transaction, clock);
  await run.run();
  expect(calls).toEqual([['encrypt', 3, 500]]);
});

test('missing hashes are filled in by batches, each behind the last, until none is left or the process stops', async () => {
  const asked: unknown[] = [];
  const last = ['b', 'd', null, 'f', 'h'];
  const port = {
    fill: async (...call: unknown[]) => (asked.push(call), { last: last.shift() ?? null, unreadable: 0 }),
  } as unknown as NormalisedHashes;
  const fill = new FillNormalisedHashes(port, transaction);
  await fill.run();
  expect(asked).toEqual([
    ['', 500],
    ['b', 500],
    ['d', 500],
  ]);
  fill.stop();
  await fill.run();
  expect(asked).toHaveLength(3);
});
