import type { Filter, Kind, Page } from '../store/objects.ts';
import type { StripeState } from '../stripe-state.ts';
import { badParameter, noSuch } from './error.ts';
import { integer, list, optional, type Rule, shape, text } from './params.ts';

const MOST_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 10;
const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

interface Range {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

const instant = optional(integer({ min: 0 }));
const range = shape({ gt: instant, gte: instant, lt: instant, lte: instant });
const createdRule: Rule<number | Range> = (value, at) => (typeof value === 'object' ? range(value, at) : integer({ min: 0 })(value, at));

export const expandRule = { expand: optional(list(text(), { max: 20 })) };

/** What every list takes. */
export const pageRules = {
  ...expandRule,
  limit: optional(integer({ min: 1, max: MOST_PER_PAGE })),
  starting_after: optional(text()),
  ending_before: optional(text()),
  created: optional(createdRule),
};

interface PageParams {
  readonly limit: number | undefined;
  readonly starting_after: string | undefined;
  readonly ending_before: string | undefined;
  readonly created?: number | Range | undefined;
}

/** A page of Stripe's lists, newest first. `filters` maps a path in the object to the value asked for. */
export function pageOf(
  state: StripeState,
  kind: Kind,
  url: string,
  params: PageParams,
  equal: Record<string, string | undefined>,
  more: Filter[] = [],
) {
  const { starting_after: startingAfter, ending_before: endingBefore, created } = params;
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw badParameter('You cannot use both `starting_after` and `ending_before`.', 'ending_before');
  }
  for (const [param, id] of [['starting_after', startingAfter] as const, ['ending_before', endingBefore] as const]) {
    if (id !== undefined && !state.objects.find(kind, id)) throw noSuch(kind, id, param);
  }
  const filters: Filter[] = [...more];
  for (const [path, value] of Object.entries(equal)) if (value !== undefined) filters.push({ path, is: '=', value });
  if (typeof created === 'number') filters.push({ path: 'created', is: '=', value: created });
  else
    for (const key of ['gt', 'gte', 'lt', 'lte'] as const) {
      const value = created?.[key];
      if (value !== undefined) filters.push({ path: 'created', is: operators[key], value });
    }
  return listOf(url, state.objects.page(kind, { limit: params.limit ?? DEFAULT_PER_PAGE, startingAfter, endingBefore, filters }));
}

export function listOf<T>(url: string, page: Page<T>) {
  return { object: 'list' as const, data: page.data, has_more: page.hasMore, url };
}
