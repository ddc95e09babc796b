import { expect, test } from '@jest/globals';
import { ticksIn } from './cpu.ts';

const stat = (name: string) => `42 (${name}) S 1 42 42 0 -1 4194560 900 70 0 0 11 7 500 300 20 0 1 0 12345 1000 200`;

test('the CPU of a process is its user and system time, whatever its program is called', () => {
  expect(ticksIn(stat('node'), false)).toBe(18);
  expect(ticksIn(stat('a) S (b'), false)).toBe(18);
});

test('that of ended children is added where it is wanted', () => {
  expect(ticksIn(stat('postgres'), true)).toBe(818);
});
