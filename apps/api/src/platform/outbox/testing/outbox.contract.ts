import { expect, test } from '@jest/globals';
import type { Outbox, OutboxMessage } from '../../../shared/ports.ts';
import type { FixedClock } from '../../../testing/fakes.ts';

type HandedJob = Pick<OutboxMessage, 'queue' | 'job' | 'id' | 'data'>;

/** Queues that take all that they are given, and then wait for `taken`. */
export function recordingQueues(taken: () => Promise<void> = async () => undefined) {
  const handed: HandedJob[] = [];
  const addAll = async (jobs: readonly OutboxMessage[]) => {
    for (const { queue, job, id, data } of jobs) handed.push({ queue, job, id, data });
    await taken();
  };
  return { handed, addAll };
}

interface Made {
  outbox: Outbox;
  clock: FixedClock;
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * What one process hands to the queues now, in order. Once the queues have the jobs, and before the process notes that, it waits for
   * `taken`; where that fails, the process does.
   */
  relay(taken?: () => Promise<void>): Promise<HandedJob[]>;
}

const job = (id: string, change: Partial<OutboxMessage> = {}): OutboxMessage => ({
  ...{ queue: 'upkeep', job: 'nothing', id, data: { subject: id, attempt: 1 } },
  ...change,
});

/** What every Outbox and its relay must do. `make` gives an empty one. */
export function outboxContract(make: () => Promise<Made>): void {
  const some = async () => {
    const made = await make();
    const handed = async (taken?: () => Promise<void>) => (await made.relay(taken)).map(({ id }) => id);
    const add = (...messages: OutboxMessage[]) => made.inTransaction(() => made.outbox.add(...messages));
    /** Adds jobs in a transaction that stays open until `end`. */
    const adding = async (...messages: OutboxMessage[]) => {
      const [added, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const whole = made.inTransaction(async () => {
        await made.outbox.add(...messages);
        added.resolve();
        await end.promise;
      });
      // What fails is for whoever awaits `whole`.
      whole.catch(() => undefined);
      await Promise.race([added.promise, whole]);
      return { whole, end };
    };
    return { ...made, handed, add, adding };
  };

  test('a job is handed over as it was added, after the commit, once', async () => {
    const { relay, handed, adding } = await some();
    const { whole, end } = await adding(job('job-1'));
    expect(await relay()).toEqual([]);
    end.resolve();
    await whole;
    expect(await relay()).toEqual([{ queue: 'upkeep', job: 'nothing', id: 'job-1', data: { subject: 'job-1', attempt: 1 } }]);
    expect(await handed()).toEqual([]);
  });

  test('the jobs of a transaction that fails are never handed over, and their ids stay free', async () => {
    const { handed, add, adding } = await some();
    const { whole, end } = await adding(job('job-1'), job('job-2'));
    end.reject(new Error('undone'));
    await expect(whole).rejects.toThrow('undone');
    expect(await handed()).toEqual([]);
    await add(job('job-1'));
    expect(await handed()).toEqual(['job-1']);
  });

  test('a second job with the same id changes nothing, in the same call, while the first waits, and after it was handed over', async () => {
    const { relay, add } = await some();
    const second = { job: 'another', data: { subject: 'another' } };
    await add(job('job-1'), job('job-1', second), job('job-2'));
    await add(job('job-2', second));
    const once = await relay();
    expect(once.map(({ id, job: name, data: { subject } }) => [id, name, subject])).toEqual([
      ['job-1', 'nothing', 'job-1'],
      ['job-2', 'nothing', 'job-2'],
    ]);
    await add(job('job-1', second));
    expect(await relay()).toEqual([]);
  });

  test('nothing is added by a call without jobs', async () => {
    const { add, handed } = await some();
    await add();
    expect(await handed()).toEqual([]);
  });

  test('a job is handed over from its time on, and a second one with the same id does not move that', async () => {
    const { clock, add, handed } = await some();
    const dueAt = new Date(clock.now().getTime() + 60_000);
    await add(job('job-1', { dueAt }));
    await add(job('job-1'));
    clock.advance(59_999);
    expect(await handed()).toEqual([]);
    clock.advance(1);
    expect(await handed()).toEqual(['job-1']);
  });

  test('jobs without a time come first, then those that were due first, and of the same time those that were added first', async () => {
    const { clock, add, handed } = await some();
    const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
    await add(job('c', { dueAt: inSeconds(2) }), job('d', { dueAt: inSeconds(2) }), job('z'));
    await add(job('a', { dueAt: inSeconds(1) }), job('b'));
    clock.advance(2000);
    expect(await handed()).toEqual(['z', 'b', 'a', 'c', 'd']);
  });

  test('jobs of a relay that dies before it notes them are handed over again', async () => {
    const { add, handed } = await some();
    await add(job('job-1'), job('job-2'));
    await expect(handed(() => Promise.reject(new Error('died')))).rejects.toThrow('died');
    expect(await handed()).toEqual(['job-1', 'job-2']);
    expect(await handed()).toEqual([]);
  });

  /** A relay that has handed its jobs over and not noted that. */
  const relaying = async ({ handed }: { handed(taken: () => Promise<void>): Promise<string[]> }) => {
    const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const whole = handed(() => {
      taken.resolve();
      return end.promise;
    });
    await Promise.race([taken.promise, whole]);
    return { whole, end };
  };

  test('what one process is handing over is left out by others, which do not wait', async () => {
    const made = await some();
    await made.add(job('job-1'));
    const { whole, end } = await relaying(made);
    await made.add(job('job-2'));
    expect(await made.handed()).toEqual(['job-2']);
    end.resolve();
    expect(await whole).toEqual(['job-1']);
    expect(await made.handed()).toEqual([]);
  });

  test('who adds a job again that is being handed over does not wait, and it is handed over once', async () => {
    const made = await some();
    await made.add(job('job-1'));
    const { whole, end } = await relaying(made);
    await made.add(job('job-1'));
    end.resolve();
    expect([await whole, await made.handed()]).toEqual([['job-1'], []]);
  });

  test.each([
    ['commits', 'first'],
    ['fails', 'second'],
  ])('of two transactions that add the same job, the first of which %s, the %s one does', async (what, subject) => {
    const { relay, adding, add } = await some();
    const first = await adding(job('job-1', { data: { subject: 'first' } }));
    const second = add(job('job-1', { data: { subject: 'second' } }));
    // The second one waits; one that does not is handed over here, and the first one after it.
    const handed = [...(await relay()), ...(await relay()), ...(await relay())];
    if (what === 'commits') first.end.resolve();
    else first.end.reject(new Error('undone'));
    await Promise.allSettled([first.whole, second]);
    handed.push(...(await relay()));
    expect(handed.map(({ data }) => data)).toEqual([{ subject }]);
  });
}
