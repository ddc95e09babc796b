import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { ALONE, type Batched, type Batches, type BatchWork, type InContext } from '../../shared/batches.ts';
import { safeError } from '../logging/safe-error.ts';

interface Waiting<Item, Result> extends Batched<Item> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch that fails must not become as many statements at the same instant. */
const MOST_ALONE = 8;

/** Batches of the callers in this process, of up to `most` items. */
export class InProcessBatches<Item, Result> implements Batches<Item, Result> {
  private readonly logger = new Logger('batches');
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;
  private readonly aloneAtOnce = pLimit(MOST_ALONE);
  private readonly outside: InContext = AsyncLocalStorage.snapshot();

  constructor(
    private readonly work: BatchWork<Item, Result>,
    private readonly most = 50,
  ) {}

  run(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, inContext: AsyncLocalStorage.snapshot(), resolve, reject });
      if (!this.isRunning) this.outside(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    this.isRunning = true;
    // Callers that one answer woke up come in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.runBatch(this.waiting.splice(0, this.most));
    this.isRunning = false;
  }

  private async runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = batch.length > 1 ? await this.together(batch) : [];
    batch.forEach((one, index) => {
      const result = index in results ? (results[index] as Result | typeof ALONE) : ALONE;
      if (result !== ALONE) one.resolve(result as Result);
      // Not awaited: one that waits for a lock must not hold up the others.
      else void this.aloneAtOnce(() => this.alone(one));
    });
  }

  private async together(batch: readonly Waiting<Item, Result>[]): Promise<readonly (Result | typeof ALONE)[]> {
    try {
      return await this.work.together(batch);
    } catch (error) {
      this.logger.warn({ message: 'A batch failed; each of it is handled alone.', items: batch.length, cause: safeError(error).message });
      return [];
    }
  }

  private async alone({ item, inContext, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      resolve(await inContext(() => this.work.alone(item)));
    } catch (error) {
      reject(error);
    }
  }
}
