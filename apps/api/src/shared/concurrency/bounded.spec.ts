import { expect, test } from '@jest/globals';
import { bounded } from './bounded.ts';

const full = () => new Error('The queue is full.');

test('no more pieces of work run at once than allowed, also after one has failed', async () => {
  const inTurn = bounded(2, 100, full);
  let running = 0;
  let most = 0;
  const work = async (index: number) => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    if (index % 3 === 0) throw new Error('broken brush');
  };
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => inTurn(() => work(index))));
  expect(most).toBe(2);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

test('a task is refused when the queue is full', async () => {
  const inTurn = bounded(1, 1, full);
  const slow = () => new Promise((resolve) => setTimeout(resolve, 5));
  const [first, second, third] = [inTurn(slow), inTurn(slow), inTurn(slow)];
  await expect(third).rejects.toThrow('The queue is full.');
  await Promise.all([first, second]);
});
