import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { activationIn, type ActivationLimits, activationPhrase, placesOfCountry } from './activation.ts';
import { COUNTRY_CODES, countryName } from './countries.ts';
import { countryCode } from './country-names.ts';
import { REGIONS } from './region-table.ts';

const europe = { regionId: 1, regionalLimitations: 'Europe' };
const free = { regionId: 3, regionalLimitations: 'Region free' };

test.each<[string, ActivationLimits, string | null, string]>([
  ['a product that says nothing', {}, 'PL', 'yes'],
  ['a product that says nothing, for a visitor of no known country', {}, null, 'yes'],
  ['region free', free, 'BR', 'yes'],
  ['region free with an excluded country', { ...free, countryLimitation: ['PR', 'PT'] }, 'PT', 'no'],
  ['region free with other excluded countries', { ...free, countryLimitation: ['PR', 'PT'] }, 'PL', 'yes'],
  ['region free with an excluded country, which may be the visitor’s', { ...free, countryLimitation: ['PT'] }, null, 'unknown'],
  ['Europe inside', europe, 'PL', 'yes'],
  ['Europe outside', europe, 'US', 'no'],
  ['Europe in a country of two continents', europe, 'TR', 'unknown'],
  ['Europe for a visitor of no known country', europe, null, 'unknown'],
  ['Europe by its number alone', { regionId: 1 }, 'US', 'no'],
  ['Europe by its name alone', { regions: ['europe'] }, 'US', 'no'],
  ['Europe without Poland', { ...europe, countryLimitation: ['PL'] }, 'PL', 'no'],
  ['one of several regions', { regions: ['Europe', 'Turkey'] }, 'TR', 'yes'],
  ['none of several regions', { regions: ['Europe', 'Turkey'] }, 'US', 'no'],
  ['a country by its name', { regions: ['Poland'] }, 'PL', 'yes'],
  ['another country by its name', { regions: ['Poland'] }, 'DE', 'no'],
  ['a country inside the region of the number', { regionId: 1, regions: ['Poland'] }, 'DE', 'no'],
  ['a number that its name contradicts', { regionId: 1, regionalLimitations: 'Region free' }, 'US', 'no'],
  ['the region “Other”', { regionId: 4, regionalLimitations: 'Other' }, 'PL', 'unknown'],
  ['a number that nobody knows', { regionId: 999 }, 'PL', 'unknown'],
  ['a number that nobody knows with a known name', { regionId: 999, regionalLimitations: 'Europe' }, 'PL', 'yes'],
  ['a name that nobody knows', { regions: ['Atlantis'] }, 'PL', 'unknown'],
  ['an unknown region with an excluded country', { regionId: 999, countryLimitation: ['PL'] }, 'PL', 'no'],
  ['a country code that is none', free, 'ZZ', 'yes'],
  ['a country code that is none in a limited region', europe, 'ZZ', 'unknown'],
])('%s: %j in %s is %s', (_what, limits, country, expected) => {
  expect(activationIn(limits, country)).toBe(expected);
});

const names = [...[...REGIONS.values()].map(({ name }) => name), 'Poland', 'Germany', 'Worldwide', 'Atlantis', 'Other'];
const country = fc.constantFrom(...COUNTRY_CODES);
const limits: fc.Arbitrary<ActivationLimits> = fc.record({
  regionId: fc.option(fc.constantFrom(...REGIONS.keys(), 4, 10, 999)),
  regionalLimitations: fc.option(fc.constantFrom(...names)),
  regions: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
  countryLimitation: fc.array(country, { maxLength: 4 }),
});

test('no key activates in a country that is excluded, and an exclusion changes nothing elsewhere', () => {
  fc.assert(
    fc.property(limits, country, country, (given, excluded, other) => {
      const more = { ...given, countryLimitation: [...(given.countryLimitation ?? []), excluded] };
      expect(activationIn(more, excluded)).toBe('no');
      if (other !== excluded) expect(activationIn(more, other)).toBe(activationIn(given, other));
    }),
  );
});

test('a further statement never lets a key activate where it did not', () => {
  fc.assert(
    fc.property(limits, country, fc.constantFrom(...REGIONS.keys()), (given, where, regionId) => {
      const named = { ...given, regionId: null };
      const order = ['no', 'unknown', 'yes'];
      expect(order.indexOf(activationIn({ ...named, regionId }, where))).toBeLessThanOrEqual(order.indexOf(activationIn(named, where)));
    }),
  );
});

test('letter case, and name or code of the country, change nothing', () => {
  fc.assert(
    fc.property(limits, country, (given, where) => {
      const shouted = { ...given, regions: given.regions?.map((name) => name.toUpperCase()) };
      expect(activationIn(shouted, where.toLowerCase())).toBe(activationIn(given, where));
      expect(activationIn(given, countryName(where))).toBe(activationIn(given, where));
    }),
  );
});

test('the sets for queries say yes exactly where the rule does', () => {
  fc.assert(
    fc.property(limits, country, (given, where) => {
      const { allowingIds, knownIds, allowingNames } = placesOfCountry(where);
      const { regionId = null, regions = [], regionalLimitations, countryLimitation = [] } = given;
      const shown = (regions?.length ? regions : [regionalLimitations ?? []].flat()).map((name) => name.toLowerCase());
      const isNumberFine = regionId === null || allowingIds.includes(regionId) || (!knownIds.includes(regionId) && shown.length > 0);
      const isNamed = shown.length === 0 || shown.some((name) => allowingNames.includes(name));
      const isYes = !countryLimitation?.includes(where) && isNumberFine && isNamed;
      expect(activationIn(given, where) === 'yes').toBe(isYes);
    }),
    { numRuns: 1000 },
  );
});

test('each country is in Europe, outside of it, or unsure in both', () => {
  for (const code of COUNTRY_CODES) {
    const answers = [1, 5].map((regionId) => activationIn({ regionId }, code)).sort();
    expect([
      ['no', 'yes'],
      ['unknown', 'unknown'],
    ]).toContainEqual(answers);
  }
});

test('regions hold no code that is none', () => {
  for (const { countries, unsure } of REGIONS.values())
    for (const code of [...(countries ?? []), ...unsure]) expect([code, countryCode(code)]).toEqual([code, code]);
});

test.each<[ActivationLimits, string]>([
  [{}, 'Worldwide'],
  [free, 'Worldwide'],
  [{ regionId: 1 }, 'Europe'],
  [{ regionId: 1, regionalLimitations: 'Region free' }, 'Europe'],
  [{ regions: ['Europe', 'Turkey'] }, 'Europe, Turkey'],
  [{ ...free, countryLimitation: ['PT'] }, 'Worldwide, except Portugal'],
  [{ ...europe, countryLimitation: ['PL', 'PT'] }, 'Europe, except Poland and Portugal'],
  [{ ...europe, countryLimitation: ['PL', 'PT', 'DE', 'FR'] }, 'Europe, except Poland, Portugal, and 2 more countries'],
])('%j activates: %s', (given, phrase) => {
  expect(activationPhrase(given, 2)).toBe(phrase);
});
