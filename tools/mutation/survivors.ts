import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';
import type { Mutant } from './mutants.ts';

/** A change that no unit test notices, and why that is accepted. */
export interface Survivor {
  readonly file: string;
  readonly mutator: string;
  /** The line that it is in, so that other changes of the file leave the entry valid. */
  readonly code: string;
  readonly was: string;
  readonly became: string;
  readonly why: string;
}

const LIST = 'tools/mutation/survivors.tsv';
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const SURVIVED: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

const isSurvivor = ({ status }: Mutant) => SURVIVED.has(status);

/** Percent of the changes that the tests noticed, as Stryker counts: those that could not be loaded are left out. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
  return (100 * noticed) / (noticed + mutants.filter(isSurvivor).length);
}

/** Of survivors.tsv: a line of column names, then one survivor a line. @throws Error for a line without a reason. */
export function knownSurvivors(text = readFileSync(join(root, LIST), 'utf8')): Survivor[] {
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [file = '', mutator = '', code = '', was = '', became = '', why = ''] = row.split('\t');
      if (why.trim() === '') throw new Error(`${LIST}: a reason is missing: ${row}`);
      return { file, mutator, code, was, became, why };
    });
}

/** The line of survivors.tsv, without its reason. */
export const entryOf = ({ file, mutator, code, was, became }: Omit<Survivor, 'why'>): string =>
  [file, mutator, code, was, became].join('\t');

/**
 * How survivors differ from the list: those that it does not have, and entries for the files that were changed which no survivor needs. The
 * same change of two equal lines needs two entries.
 */
export function compareSurvivors(mutants: readonly Mutant[], known: readonly Survivor[]): { unknown: string[]; stale: string[] } {
  const files = new Set(mutants.map(({ file }) => file));
  const found = mutants.filter(isSurvivor).map(entryOf);
  const listed = known.filter(({ file }) => files.has(file)).map(entryOf);
  return { unknown: without(found, listed), stale: without(listed, found) };
}

/** Each of the others takes away one that equals it. */
function without(entries: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return entries.filter((entry) => {
    const index = left.indexOf(entry);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
