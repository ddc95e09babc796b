import { expect, test } from '@jest/globals';
import { defects } from './defects.ts';
import { invariants } from './invariants.ts';

test('every invariant has a planted defect', () => {
  const planted = Object.entries(defects).flatMap(([name, all]) => (all.length > 0 ? [name] : []));
  expect(Object.keys(invariants).filter((name) => !planted.includes(name))).toEqual([]);
});
