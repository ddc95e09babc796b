import { expect, test } from '@jest/globals';
import { stillActivates } from './still-activates.ts';

const everywhere = {};
const europe = { regions: ['Europe'] };
const withoutPoland = { regions: ['Europe'], countryLimitation: ['PL'] };

test.each([
  ['the limits are as they were', europe, europe, 'PL', true],
  ['they exclude the country by now', europe, withoutPoland, 'PL', false],
  ['the region excludes it by now', everywhere, europe, 'US', false],
  ['they exclude another country', europe, withoutPoland, 'DE', true],
  ['it was excluded when it was sold', withoutPoland, withoutPoland, 'PL', true],
  ['they widened', withoutPoland, europe, 'PL', true],
  ['the country is not known', europe, withoutPoland, null, true],
  ['the order is of an earlier version', undefined, withoutPoland, 'PL', true],
  ['the product is gone', europe, undefined, 'PL', true],
])('a key still works as it was sold: %s', (_, soldWith, now, country, works) => {
  expect(stillActivates(soldWith, now, country)).toBe(works);
});
