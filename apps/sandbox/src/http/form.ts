import { parse } from 'qs';

const MOST_PARAMETERS = 20_000;
const LONGEST_ARRAY = 1000;
const DEEPEST = 8;

/** Stripe's form encoding: `line_items[0][price_data][currency]=eur`. Objects without a prototype come out. */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return parse(text, {
      plainObjects: true,
      depth: DEEPEST,
      strictDepth: true,
      arrayLimit: LONGEST_ARRAY,
      parameterLimit: MOST_PARAMETERS,
      throwOnLimitExceeded: true,
    });
  } catch (error) {
    throw Object.assign(new Error('The parameters are nested too deeply or too many.', { cause: error }), { statusCode: 400 });
  }
}

/** JSON in the look of a decoded form, so that one set of rules reads both: numbers and flags as text, null as absent. */
export function asForm(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asForm);
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asForm(entry)]));
  return value;
}
