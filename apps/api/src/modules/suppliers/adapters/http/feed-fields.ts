import { z } from 'zod';
import { minorOfEuros } from '../../domain/amount.ts';

const LONGEST_NAME = 300;
const MOST_PIECES = 1_000_000;

/** An id that may stand in an address and in a table. */
export const feedId = z.string().regex(/^[\w.:-]{1,100}$/);
/** Any text becomes a name: PostgreSQL refuses NUL, and lists show one line. */
export const feedName = z.string().transform((text) =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed(),
);
export const feedQuantity = z
  .int()
  .min(0)
  .transform((pieces) => Math.min(pieces, MOST_PIECES));

/** Euros, as minor units. */
export const feedPrice = z.number().transform((euros, context) => {
  const minor = minorOfEuros(euros);
  if (minor !== null) return minor;
  context.addIssue({ code: 'custom', message: 'This is no price.' });
  return z.NEVER;
});

/** What stands where a list is expected; nothing where none does. */
export const feedList = z.array(z.unknown()).default([]).catch([]);

/** Those that can be read, and how many cannot. */
export function readable<T>(rule: z.ZodType<T>, values: readonly unknown[]): { read: T[]; skipped: number } {
  const read = values.flatMap((value) => {
    const { data } = rule.safeParse(value);
    return data === undefined ? [] : [data];
  });
  return { read, skipped: values.length - read.length };
}
