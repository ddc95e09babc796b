import { expect, test } from '@jest/globals';
import { WalMarks } from './wal-marks.ts';

test('a replica must have replayed the position of half a second ago, and at the start any known one', () => {
  const marks = new WalMarks();
  expect(marks.due()).toBeNull();
  const due = [0, 250, 499, 749, 750, 2000].map((atMs) => {
    marks.note(`0/${atMs}`, atMs);
    return marks.due();
  });
  expect(due).toEqual(['0/0', '0/0', '0/0', '0/0', '0/250', '0/750']);
});
