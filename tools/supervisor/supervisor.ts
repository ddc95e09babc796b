import { makeFolder } from '../shared/paths.ts';
import { Child, type ChildPlan } from './child.ts';
import { LogFile } from './log-file.ts';
import type { ProcessMark } from './process-mark.ts';

const DRAIN_MS = 10_000;

/** Starts children group by group and stops them in reverse order, so that dependencies are available while they drain. */
export class Supervisor {
  private readonly groups: Child[][] = [];
  private readonly logFolder: string;
  private readonly report: (sentence: string) => void;
  private readonly remember: (children: ProcessMark[]) => void;
  private stopping: Promise<void> | null = null;

  constructor(options: { logFolder: string; report?: (sentence: string) => void; remember?: (children: ProcessMark[]) => void }) {
    this.logFolder = makeFolder(options.logFolder);
    this.report = options.report ?? (() => undefined);
    this.remember = options.remember ?? (() => undefined);
  }

  /** Starts a group of independent children.
   * @throws Failure of the first that does not come up. */
  async start(...plans: readonly ChildPlan[]): Promise<void> {
    if (this.stopping !== null) return;
    const group = plans.map((plan) => new Child(plan, new LogFile(this.logFolder, plan.name), this.report, () => this.note()));
    this.groups.push(group);
    await Promise.all(group.map((child) => child.start()));
    this.note();
  }

  /** Drains and ends every child; a second call waits for the first. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      for (const group of this.groups.toReversed()) await Promise.all(group.map((child) => child.stop(DRAIN_MS)));
    })();
    return this.stopping;
  }

  /** For new code. Children of other names, and those that were never started, are left alone. */
  async restart(...names: readonly string[]): Promise<void> {
    if (this.stopping !== null) return;
    const meant = this.groups.flat().filter((child) => names.includes(child.plan.name));
    await Promise.all(meant.map((child) => child.restartNow(DRAIN_MS)));
    this.note();
  }

  /** Ends every child at once and without draining. */
  killAll(signal: NodeJS.Signals = 'SIGKILL'): void {
    for (const child of this.groups.flat()) child.kill(signal);
  }

  private note(): void {
    this.remember(this.groups.flat().flatMap((child) => child.mark ?? []));
  }
}
