import { runTool } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import { endOneShots } from '../one-shot.ts';
import { Gate } from './gate.ts';

/** Runs the parts of a gate until they end or somebody presses Ctrl-C; the gate's own exit code follows from what they came to.
 * @param whenInterrupted what to do with what has run so far; the exit code is 130 then. */
export function runGate(
  parts: (gate: Gate) => Promise<void>,
  whenInterrupted: (gate: Gate) => Promise<void> = async () => undefined,
): Promise<void> {
  return runTool(async () => {
    const interruption = listenForInterruption();
    void interruption.second.then(() => process.exit(130));
    const gate = new Gate();
    const isInterrupted = interruption.first.then(() => true);
    try {
      if (await Promise.race([parts(gate).then(() => false), isInterrupted])) {
        await whenInterrupted(gate);
        return 130;
      }
      return gate.close();
    } finally {
      await endOneShots();
    }
  });
}
