import { placesOfCountry } from '@keyturn/shop-rules';

/**
 * `activationIn` of shop-rules as an SQL condition of `listing` and `listing_genre`: true where it says yes. A region that is not known
 * is no yes. `put` adds a parameter and answers its name.
 */
export function activatesIn(country: string, put: (value: unknown) => string): string {
  const { allowingIds, knownIds, allowingNames } = placesOfCountry(country);
  const byNumber = [
    'region_id is null',
    `region_id = any(${put(allowingIds)}::integer[])`,
    `(region_id <> all(${put(knownIds)}::integer[]) and region_names <> '{}')`,
  ];
  const byName = [`region_names = '{}'`, `region_names && ${put(allowingNames)}::text[]`];
  return [`not excluded_countries @> array[${put(country)}]::text[]`, `(${byNumber.join(' or ')})`, `(${byName.join(' or ')})`].join(
    ' and ',
  );
}
