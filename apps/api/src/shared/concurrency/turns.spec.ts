import { expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

/** Work that takes some turns of the event loop, and what it did in which order. */
function workOf(log: string[]) {
  return (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
}

test('work of one name is done one after the other, in the order of the calls, and each gets its own answer', async () => {
  const log: string[] = [];
  const [turns, work] = [new Turns(), workOf(log)];
  expect(await Promise.all(['a', 'b', 'c'].map((name) => turns.run('ada', work(name))))).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('work of another name does not wait, and work that fails lets the next begin', async () => {
  const log: string[] = [];
  const [turns, work] = [new Turns(), workOf(log)];
  const answers = await Promise.allSettled([
    turns.run('ada', work('fails', true)),
    turns.run('ada', work('next')),
    turns.run('bo', work('beside')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.slice(0, 2)).toEqual(['fails begins', 'beside begins']);
  expect(await turns.run('ada', work('later'))).toBe('later');
});
