/** When a price changes: before anything is read; between two of the three steps of all buyers; or while they are at it. */
export const MOMENTS = ['before', 'before', 'before', 'after the list', 'after the validation', 'meanwhile'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What one piece of each line cost at each step of a cart, in minor units and in the order of the cart's lines. */
export interface Steps {
  readonly listed: readonly number[];
  readonly validated: readonly number[];
  readonly statuses: readonly string[];
  /** The page of one of the lines' products. */
  readonly page: { readonly line: number; readonly unit: number };
  readonly ordered: readonly number[];
  /** What lists show before and after a change that is made meanwhile, and after one that is made after the validation. */
  readonly before?: readonly number[] | undefined;
  readonly after?: readonly number[] | undefined;
  /**
   * Whether the change that is made meanwhile is one of time. Validation and order know prices that start or end to the millisecond; lists and
   * pages follow once the shop has rewritten what they show.
   */
  readonly isOfTime?: boolean;
}

/** Every step that names another amount than it has to, in a sentence each. */
export function faultsOfSteps(moment: Moment, steps: Steps): string[] {
  const { listed, validated, statuses, page, ordered, before = [], after = [], isOfTime = false } = steps;
  return listed.flatMap((shown, line) => {
    const [checked, bought] = [validated[line] ?? NaN, ordered[line] ?? NaN];
    const read = page.line === line ? [page.unit] : [];
    const status = shown === checked ? 'ok' : 'repriced';
    const faults = statuses[line] === status ? [] : [`line ${line}: ${statuses[line]}, and ${shown} became ${checked}`];
    const course = [shown, checked, ...read, bought];
    const courses = isOfTime
      ? [
          [shown, ...read],
          [checked, bought],
        ]
      : [course];
    const isRight =
      moment === 'meanwhile'
        ? courses.every((one) => goesOver(one, before[line], after[line]))
        : (moment === 'after the list' || shown === checked) &&
          read.every((unit) => unit === checked) &&
          bought === (moment === 'after the validation' ? after[line] : checked);
    return isRight ? faults : [...faults, `line ${line}, change ${moment}: ${course.join(', ')}; lists ${before[line]}, ${after[line]}`];
  });
}

/** Whether there are prices of before a change first, and of after it from some step on. */
function goesOver(course: readonly number[], before: number | undefined, after: number | undefined): boolean {
  const found = course.findIndex((unit) => unit !== before);
  return found < 0 || course.slice(found).every((unit) => unit === after);
}
