import { Listr, type ListrTask, PRESET_TIMER } from 'listr2';

const DURATION = { ...PRESET_TIMER, field: (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s` };
const INTERRUPTED = Symbol('interrupted');

/** A step of a list: its name, and what it does. What that comes to, where it is a word, is shown behind the name. */
export interface Step {
  readonly name: string;
  readonly work: () => Promise<string | void>;
}

/** Runs steps one after the other, those of an inner list side by side, and shows each with its time.
 * @param interruption ends the list at once, though the step at hand may still work.
 * @returns false where the list was interrupted.
 * @throws what the first failing step throws; its reason is left to the caller to show. */
export async function runSteps(steps: readonly (Step | readonly Step[])[], interruption: Promise<void>): Promise<boolean> {
  let reason: unknown;
  const interrupted = interruption.then(() => INTERRUPTED);
  const taskOf = ({ name, work }: Step): ListrTask => ({
    title: name,
    task: async (_context, task) => {
      const done = work().catch((error: unknown) => {
        reason ??= error;
        throw new Error('the reason is below');
      });
      const result = await Promise.race([done, interrupted]);
      if (result === INTERRUPTED) {
        reason ??= INTERRUPTED;
        throw new Error('interrupted');
      }
      if (typeof result === 'string') task.title = `${name}: ${result}`;
    },
  });
  const sideBySide = (some: readonly Step[]): ListrTask => ({
    task: (_context, task) => task.newListr(some.map(taskOf), { concurrent: true }),
  });
  const list = new Listr(
    steps.map((step) => ('work' in step ? taskOf(step) : sideBySide(step))),
    {
      registerSignalListeners: false,
      // No terminal, or one of unknown width: it cannot be redrawn.
      fallbackRendererCondition: () => !process.stdout.columns,
      rendererOptions: { timer: DURATION, showErrorMessage: false, collapseErrors: false, collapseSubtasks: false },
      fallbackRendererOptions: { timer: DURATION },
    },
  );
  try {
    await list.run();
    return true;
  } catch (error) {
    if (reason === INTERRUPTED) return false;
    throw reason ?? error;
  }
}
