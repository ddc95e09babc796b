import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';

/**
 * Products with the same limits of activation have the same number: 64 bits of what `activatesIn` reads. Indexes of `listing` and
 * `listing_genre` begin with this very expression.
 */
const LIMITS = `hash_array_extended(array[hash_array_extended(region_names, 0), hash_array_extended(excluded_countries, 1), coalesce(region_id, -1)::bigint], 0)`;

/** A catalogue has some hundreds of different limits. With more than that, each product is looked at. */
const MOST_LIMITS = 1000;

/** The next limits in the order of their numbers: one look-up in the index. */
const next = (after: string) =>
  `select ${LIMITS} as limits, region_id, region_names, excluded_countries from listing where not is_hidden ${after} order by ${LIMITS} limit 1`;

/**
 * The number of products that work in a country, as a statement: which limits do is asked once for each of them, and only what matches is
 * counted. `works`: the condition of `activatesIn`. `candidates`: everything after the columns, without that condition, of statements whose
 * rows are products; one that several have counts once. `plain`: a statement that looks at each candidate.
 */
export function countInCountry(works: string, candidates: readonly string[], plain: string): string {
  const most = `limit ${MOST_COUNTED_MATCHES}`;
  const streams = candidates.map((from) => `select product_id ${from} and ${LIMITS} = any(array(select limits from working)) ${most}`);
  const [only = ''] = streams;
  const found = streams.length === 1 ? only : `select distinct product_id from ((${streams.join(') union all (')})) merged ${most}`;
  const counted = (matches: string) => `(select count(*)::integer from (${matches}) counted)`;
  const known = `(select * from kind limit ${MOST_LIMITS}) known`;
  return `with recursive kind as (
      (${next('')})
      union all
      select following.* from kind cross join lateral (${next(`and ${LIMITS} > kind.limits`)}) following
    ), working as (select limits from ${known} where ${works})
    select case when (select count(*) from ${known}) < ${MOST_LIMITS} then ${counted(found)} else ${counted(`${plain} ${most}`)} end`;
}
