import { Failure } from '../shared/failure.ts';
import { brokenPart, type Outcome, sum } from './outcome.ts';

/** Collects the results of a gate's parts, and prints each with its time. */
export class Gate {
  private readonly outcomes: Outcome[] = [];
  private readonly notes: string[] = [];
  private readonly startedAt = performance.now();
  private isInterrupted = false;

  /** A part that throws has failed: it must neither end the run nor vanish from the sum. */
  async part(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    const outcome = await run().catch((error: unknown) => brokenPart(reasonOf(error)));
    if (this.isInterrupted) return new Promise(() => undefined);
    this.outcomes.push(outcome);
    const count = outcome.failed > 0 ? `${outcome.passed} passed, ${outcome.failed} FAILED` : `${outcome.passed} passed`;
    process.stdout.write(`  ${name.padEnd(26)}${secondsSince(startedAt).padStart(6)} s  ${count}\n`);
    for (const line of outcome.figures ?? []) process.stdout.write(`    ${line}\n`);
    if (outcome.failed > 0) process.stdout.write(`\n${outcome.details.replaceAll(/^/gm, '    ')}\n\n`);
    return outcome;
  }

  /** From here on, a part that ends neither counts nor prints nor answers, so that nothing follows it: the closing lines stand last. */
  interrupt(): void {
    this.isInterrupted = true;
  }

  /** For the closing lines: what did not run, and why. */
  note(sentence: string): void {
    this.notes.push(sentence);
  }

  /** Prints the closing lines; the sum stands alone on the last one.
   * @returns the exit code. */
  close(): number {
    const { passed, failed } = sum(this.outcomes);
    const all = `  ${'all'.padEnd(26)}${secondsSince(this.startedAt).padStart(6)} s\n`;
    process.stdout.write(`${all}\n${this.notes.map((note) => `${note}\n`).join('')}${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const secondsSince = (moment: number) => ((performance.now() - moment) / 1000).toFixed(1);
