import { Injectable } from '@nestjs/common';

/** Work that the workers repeat at an interval. */
export interface RecurringTask {
  /** Name of the job in logs, metrics and the queue. */
  readonly name: string;
  /** Milliseconds from one start to the next, for all workers together. */
  readonly everyMs: number;
  run(): Promise<unknown>;
  /** For long work: stops it between two steps, so that a shutdown waits for one step at most. */
  stop?(): void;
}

/** Every module adds its recurring work. */
@Injectable()
export class RecurringTasks {
  private readonly tasks = new Map<string, RecurringTask>();

  /** @throws Error where a task has the name of another. */
  add(...tasks: readonly RecurringTask[]): void {
    for (const task of tasks) {
      if (this.tasks.has(task.name)) throw new Error(`Two recurring tasks are called ${task.name}.`);
      this.tasks.set(task.name, task);
    }
  }

  all(): readonly RecurringTask[] {
    return [...this.tasks.values()];
  }

  /** Null for a task of another version of the shop. */
  named(name: string): RecurringTask | null {
    return this.tasks.get(name) ?? null;
  }
}
