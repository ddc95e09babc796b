import { runTool } from '../shared/failure.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { endOneShots } from '../process/run-program.ts';
import { Gate } from './gate.ts';

/** Runs the parts of a gate until they end or somebody presses Ctrl-C; the gate's own exit code follows from what they came to, and is 130
 * after an interruption. In both cases the sum is printed last.
 * @param whenInterrupted notes for the closing lines. */
export function runGate(parts: (gate: Gate) => Promise<void>, whenInterrupted: (gate: Gate) => void = () => undefined): Promise<void> {
  return runTool(async () => {
    const interruption = listenForInterruption();
    void interruption.second.then(() => process.exit(130));
    const gate = new Gate();
    const isInterrupted = interruption.first.then(() => true);
    try {
      if (await Promise.race([parts(gate).then(() => false), isInterrupted])) {
        gate.interrupt();
        await endOneShots();
        gate.note('Interrupted: what was running does not count.');
        whenInterrupted(gate);
        gate.close();
        return 130;
      }
      return gate.close();
    } finally {
      await endOneShots();
    }
  });
}
