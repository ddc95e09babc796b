import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from '@jest/globals';
import { ALONE } from '../../../shared/batches.ts';
import type { Transaction } from '../../../shared/ports.ts';

/** What every Transaction must do. `make` gives one with an empty table: `write` adds a row, `read` gives all that its caller sees, sorted. */
export function transactionContract(
  make: () => Promise<{ transaction: Transaction; write(id: string): Promise<void>; read(): Promise<string[]> }>,
): void {
  const failed = () => Promise.reject(new Error('undone'));

  test('what a transaction writes is seen by itself, and by others after its commit; it gives what its work gives', async () => {
    const { transaction, write, read } = await make();
    const outside = AsyncLocalStorage.snapshot();
    const done = await transaction.run(async () => {
      await write('a');
      return { own: await read(), ofOthers: await outside(read) };
    });
    expect([done, await read()]).toEqual([{ own: ['a'], ofOthers: [] }, ['a']]);
  });

  test('what a transaction wrote is gone when its work fails, and its caller is told why', async () => {
    const { transaction, write, read } = await make();
    await write('a');
    await expect(transaction.run(() => write('b').then(failed))).rejects.toThrow('undone');
    expect(await read()).toEqual(['a']);
  });

  test('a transaction in another one ends with that', async () => {
    const { transaction, write, read } = await make();
    const outside = AsyncLocalStorage.snapshot();
    const both = transaction.run(async () => {
      await transaction.run(() => write('a'));
      expect([await read(), await outside(read)]).toEqual([['a'], []]);
      await failed();
    });
    await expect(both).rejects.toThrow('undone');
    expect(await read()).toEqual([]);
  });

  test('what is left for after the commit runs in its order then, with the outermost one, at once without one, and never after a failure', async () => {
    const { transaction, write, read } = await make();
    const calls: string[] = [];
    const after = (name: string) => transaction.afterCommit(() => calls.push(name));
    const reads: Promise<string[]>[] = [];
    await transaction.run(async () => {
      await transaction.run(async () => after('inner'));
      await write('a');
      after('outer');
      transaction.afterCommit(() => reads.push(read()));
      expect(calls).toEqual([]);
    });
    expect([calls, await Promise.all(reads)]).toEqual([['inner', 'outer'], [['a']]]);
    const failing = transaction.run(async () => {
      after('never');
      await failed();
    });
    await expect(failing).rejects.toThrow('undone');
    after('at once');
    expect(calls).toEqual(['inner', 'outer', 'at once']);
  });

  test('a batch is one transaction; of one that fails nothing stays but what each does alone', async () => {
    const { transaction, write, read } = await make();
    const batches = transaction.batches<string, string>({
      together: async (batch) => {
        for (const { item } of batch) await write(`${item} together`);
        if (batch.some(({ item }) => item === 'bad')) await failed();
        return batch.map(({ item }) => (item === 'lonely' ? ALONE : `${item} together`));
      },
      alone: async (item) => `${item} alone`,
    });
    expect(await Promise.all(['a', 'bad'].map((item) => batches.run(item)))).toEqual(['a alone', 'bad alone']);
    expect(await read()).toEqual([]);
    expect(await Promise.all(['b', 'lonely'].map((item) => batches.run(item)))).toEqual(['b together', 'lonely alone']);
    expect(await read()).toEqual(['b together', 'lonely together']);
  });
}
