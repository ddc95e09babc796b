/** What one part of the gate came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Shown when something failed, at the first try or for good: enough to find the cause. */
  readonly details: string;
  /** Names of what failed once and passed when it was repeated; counted as passed, and told. */
  readonly repeated?: readonly string[];
  /** Lines of figures that a test has to tell, shown always. */
  readonly told?: readonly string[];
}

/**
 * A busy machine can fail a test that waits for a process, a browser or a clock. What fails is repeated once, so that the gate tells of
 * the code and not of the machine; but each such test is named, as it may well be a race of the shop, and more than so many fail.
 */
export const MOST_REPEATED = 5;

const SHOWN_LINES = 80;
/** How a line begins that a test writes for whoever reads the gate's answer. */
export const TOLD = '› ';

/** A check that passes or fails as a whole. */
export function oneCheck(isFine: boolean, output: string): Outcome {
  return isFine ? { passed: 1, failed: 0, details: '' } : { passed: 0, failed: 1, details: lastLines(output) };
}

/** A part that broke down, or ran nothing: silence must not count as success. */
export function brokenPart(reason: string, output = ''): Outcome {
  return { passed: 0, failed: 1, details: [reason, lastLines(output)].filter((text) => text !== '').join('\n') };
}

export function sum(outcomes: readonly Outcome[]): { passed: number; failed: number } {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  };
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
}

/** The lines that tests have written to be shown. */
export function toldIn(output: string): string[] {
  return output.split('\n').flatMap((line) => (line.startsWith(TOLD) ? [line.slice(TOLD.length)] : []));
}
