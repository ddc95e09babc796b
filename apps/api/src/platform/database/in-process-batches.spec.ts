import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ALONE } from '../../shared/batches.ts';
import { InProcessBatches } from './in-process-batches.ts';

/** Doubles numbers, and notes which went together and which alone. */
function doubling({ most = 50, isRefused = (_item: number) => false }: { most?: number; isRefused?: (item: number) => boolean } = {}) {
  const together: number[][] = [];
  const alone: number[] = [];
  const batches = new InProcessBatches<number, number>(
    {
      together: async (batch) => {
        together.push(batch.map(({ item }) => item));
        await new Promise((resolve) => setTimeout(resolve, 5));
        return batch.map(({ item }) => (isRefused(item) ? ALONE : item * 2));
      },
      alone: async (item) => {
        alone.push(item);
        return item * 2;
      },
    },
    most,
  );
  const all = (...items: number[]) => Promise.all(items.map((item) => batches.run(item)));
  return { batches, together, alone, all };
}

test('calls of the same moment go together, and each gets its own result', async () => {
  const { all, together, alone } = doubling();
  expect(await all(1, 2, 3)).toEqual([2, 4, 6]);
  expect([together, alone]).toEqual([[[1, 2, 3]], []]);
});

test('a call by itself goes alone', async () => {
  const { batches, together, alone } = doubling();
  expect([await batches.run(1), await batches.run(2)]).toEqual([2, 4]);
  expect([together, alone]).toEqual([[], [1, 2]]);
});

test('calls that come while a batch runs make the next one, of no more than the limit', async () => {
  const { all, together } = doubling({ most: 3 });
  const first = all(1, 2, 3);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await all(4, 5, 6, 7, 8)).toEqual([8, 10, 12, 14, 16]);
  expect(await first).toEqual([2, 4, 6]);
  expect(together).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ]);
});

test('an item that a batch leaves out goes alone', async () => {
  const { all, together, alone } = doubling({ isRefused: (item) => item === 2 });
  expect(await all(1, 2, 3)).toEqual([2, 4, 6]);
  expect([together, alone]).toEqual([[[1, 2, 3]], [2]]);
});

test('where a batch fails, that is logged, each goes alone, and only the culprit fails', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const batches = new InProcessBatches<number, number>({
    together: () => Promise.reject(new Error('deadlock')),
    alone: async (item) => {
      if (item === 2) throw new Error('two');
      return item * 2;
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => batches.run(item)));
  expect(results).toMatchObject([{ value: 2 }, { reason: new Error('two') }, { value: 6 }]);
  expect(warned.mock.calls).toEqual([[{ message: 'A batch failed; each of it is handled alone.', items: 3, cause: 'deadlock' }]]);
  warned.mockRestore();
  expect(await batches.run(4)).toBe(8);
});

test('work that throws before it returns a promise ends no batch, and nobody waits for ever', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const closed = (): never => {
    throw new Error('closed');
  };
  const batches = new InProcessBatches<number, number>({ together: closed, alone: closed });
  for (const items of [[1, 2], [3]]) {
    const results = await Promise.allSettled(items.map((item) => batches.run(item)));
    expect(results).toMatchObject(items.map(() => ({ reason: new Error('closed') })));
  }
  warned.mockRestore();
});

test('an item that takes its time alone holds up nobody', async () => {
  let end = () => {};
  const batches = new InProcessBatches<number, number>({
    together: async (batch) => batch.map(({ item }) => (item === 1 ? ALONE : item)),
    alone: (item) => new Promise((resolve) => (end = () => resolve(item))),
  });
  const slow = batches.run(1);
  expect(await batches.run(2)).toBe(2);
  expect(await Promise.all([batches.run(3), batches.run(4)])).toEqual([3, 4]);
  end();
  expect(await slow).toBe(1);
});

test('a batch runs in the context of nobody, and can enter that of each call', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const batches = new InProcessBatches<string, string>({
    together: async (batch) => {
      seen.push(context.getStore());
      return batch.map(({ item, inContext }) => (item === 'alone' ? ALONE : `${item} of ${inContext(() => context.getStore())}`));
    },
    alone: async (item) => `${item} of ${context.getStore()}`,
  });
  const results = ['one', 'two', 'alone'].map((name) => context.run(name, () => batches.run(name)));
  expect(await Promise.all(results)).toEqual(['one of one', 'two of two', 'alone of alone']);
  expect(seen).toEqual([undefined]);
});
