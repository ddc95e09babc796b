import { stripVTControlCharacters } from 'node:util';

/** The result of one part of a gate. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Shown when something failed: enough to find the cause. */
  readonly details: string;
  /** Lines of figures that are always shown. */
  readonly figures?: readonly string[];
  /** Those of them that belong in the report of campaigns. */
  readonly reported?: readonly string[];
}

const SHOWN_LINES = 80;
const SHOWN_ERRORS = 3;
const SHOWN_CHARACTERS = 2000;
/** How a line begins that a test writes for the gate's output, and one that belongs in the report of campaigns, too. */
const FIGURE = '› ';
const REPORTED_FIGURE = '» ';

/** A check that passes or fails as a whole. */
export function oneCheck(isFine: boolean, output: string): Outcome {
  return isFine ? { passed: 1, failed: 0, details: '' } : { passed: 0, failed: 1, details: lastLines(output) };
}

/** A part that crashed or ran nothing counts as failed. */
export function brokenPart(reason: string, output = ''): Outcome {
  return { passed: 0, failed: 1, details: [reason, lastLines(output)].filter((text) => text !== '').join('\n') };
}

/** A part that prepares others. */
export const NOTHING_CHECKED: Outcome = { passed: 0, failed: 0, details: '' };

export function sum(outcomes: readonly Outcome[]): { passed: number; failed: number } {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  };
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
}

/** What the programs under test logged as errors, the last ones: a failed test that met a 500 does not know its cause. */
export function errorsIn(output: string): string {
  const logged = stripVTControlCharacters(output).match(/^\[Nest\].* (?:ERROR|FATAL) .*(?:\n(?!\[Nest\]|[»›] |PASS |FAIL ).*)*/gm) ?? [];
  return logged
    .slice(-SHOWN_ERRORS)
    .map((text) => text.slice(0, SHOWN_CHARACTERS))
    .join('\n');
}

/** The lines of figures in what tests printed. */
export function figuresIn(output: string): Required<Pick<Outcome, 'figures' | 'reported'>> {
  // Playwright writes sequences that move the cursor before what a test prints.
  const printed = stripVTControlCharacters(output).split('\n');
  const lines = printed.filter((line) => line.startsWith(FIGURE) || line.startsWith(REPORTED_FIGURE));
  return {
    figures: lines.map((line) => line.slice(FIGURE.length)),
    reported: lines.flatMap((line) => (line.startsWith(REPORTED_FIGURE) ? [line.slice(REPORTED_FIGURE.length)] : [])),
  };
}
