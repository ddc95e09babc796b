import { expect, test } from '@jest/globals';
import { PlainTransaction } from '../fakes.ts';
import { MortalProcesses } from './mortal-processes.ts';

/** Processes of which each dies at the first call, and what they have written. */
function dying() {
  const written: string[] = [];
  const transaction = new PlainTransaction();
  const processes = new MortalProcesses(() => 0, transaction);
  processes.isMortal = true;
  const supplier = { ask: async () => 'answer' };
  processes.endanger(supplier, 'ask');
  const write = (what: string) => transaction.run(async () => void written.push(what));
  /** As use cases do: what fails is noted for a later try. */
  async function handled(): Promise<void> {
    try {
      await supplier.ask();
      await write('done');
    } catch (error) {
      await write('later');
      throw error;
    }
  }
  return { written, processes, supplier, write, handled };
}

test('a process that died writes nothing more where its code handles failures, and is not alive after one that swallows them', async () => {
  const { written, processes, supplier, handled } = dying();
  expect(await processes.unlessItDies(handled)).toBeNull();
  const swallowed = processes.unlessItDies(async () => {
    await supplier.ask().catch(() => undefined);
    return supplier.ask();
  });
  expect([await swallowed, written, processes.deaths]).toEqual([null, [], 2]);
});

test('the process that follows is alive, and so is one beside it', async () => {
  const { written, processes, supplier, write } = dying();
  const died = Promise.withResolvers<void>();
  const beside = processes.unlessItDies(async () => {
    await died.promise;
    await write('beside');
  });
  await processes.unlessItDies(() => supplier.ask().finally(() => died.resolve()));
  await beside;
  processes.isMortal = false;
  expect(await processes.unlessItDies(() => supplier.ask())).toBe('answer');
  await write('after');
  expect([written, processes.deaths]).toEqual([['beside', 'after'], 1]);
});

test('a failure that is no death is one', async () => {
  const { processes } = dying();
  await expect(processes.unlessItDies(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
