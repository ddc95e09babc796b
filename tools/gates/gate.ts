import { brokenPart, type Outcome, sum } from './outcome.ts';
import type { Check } from './static-checks.ts';

/** Collects what the parts of `npm test` and `npm run verify` come to, and prints each with its time. */
export class Gate {
  private readonly outcomes: Outcome[] = [];
  private readonly notes: string[] = [];

  /** A part that throws has failed: it must neither end the run nor vanish from the sum. */
  async part(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    const outcome = await run().catch((error: unknown) =>
      brokenPart(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.outcomes.push(outcome);
    const count = outcome.failed > 0 ? `${outcome.passed} passed, ${outcome.failed} FAILED` : `${outcome.passed} passed`;
    process.stdout.write(`  ${name.padEnd(26)}${seconds.padStart(6)} s  ${count}\n`);
    const { repeated = [], told = [] } = outcome;
    for (const line of told) process.stdout.write(`    ${line}\n`);
    for (const test of repeated) this.note(`Passed only when repeated: ${test}`);
    if (outcome.failed > 0 || repeated.length > 0) process.stdout.write(`\n${outcome.details.replaceAll(/^/gm, '    ')}\n\n`);
    return outcome;
  }

  /** Two at a time: a check keeps one core busy. */
  async checks(checks: readonly Check[]): Promise<void> {
    const waiting = [...checks];
    const work = async () => {
      for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await this.part(check.name, check.run);
    };
    await Promise.all([work(), work()]);
  }

  /** For the closing lines: what did not run, or not at the first try, and why. */
  note(sentence: string): void {
    this.notes.push(sentence);
  }

  /** Prints the closing lines; the sum stands alone on the last one.
   * @returns the exit code. */
  close(): number {
    const { passed, failed } = sum(this.outcomes);
    process.stdout.write(`\n${this.notes.map((note) => `${note}\n`).join('')}${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  }
}
