import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from '../../shared/ports.ts';

const DEATH = 'the process died';

/** Tasks of processes that die now and then. One that is dead changes nothing more, also where its code handles failures. */
export class MortalProcesses {
  private readonly present = new AsyncLocalStorage<{ isDead: boolean }>();
  deaths = 0;
  /** Workers die; the API has campaigns of its own. */
  isMortal = false;

  constructor(
    private readonly next: () => number,
    transaction: Transaction,
  ) {
    const run = transaction.run.bind(transaction);
    transaction.run = async (work) => {
      this.stopTheDead();
      return run(work);
    };
  }

  /** Now and then the process dies before or after the call of a method. */
  endanger(target: object, ...names: readonly string[]): void {
    const methods = target as Record<string, (...given: unknown[]) => Promise<unknown>>;
    for (const name of names) {
      const real = methods[name]?.bind(target);
      methods[name] = async (...given) => {
        this.stopTheDead();
        this.perhapsDie();
        const answer = await real?.(...given);
        this.perhapsDie();
        return answer;
      };
    }
  }

  /** Runs the task in a process of its own. Answers what the task answers; null where its process died. */
  async unlessItDies<T>(task: () => Promise<T>): Promise<T | null> {
    try {
      return await this.present.run({ isDead: false }, task);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== DEATH) throw error;
      this.deaths += 1;
      return null;
    }
  }

  private perhapsDie(): void {
    if (!this.isMortal || this.next() >= 0.01) return;
    const process = this.present.getStore();
    if (process) process.isDead = true;
    throw new Error(DEATH);
  }

  private stopTheDead(): void {
    if (this.present.getStore()?.isDead === true) throw new Error(DEATH);
  }
}
