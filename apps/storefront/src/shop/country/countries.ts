import { COUNTRY_CODES, countryName } from '@keyturn/shop-rules';

let countries: readonly { code: string; name: string }[] | undefined;

/** ISO 3166 countries by their English names, in alphabetical order. */
export function allCountries(): readonly { code: string; name: string }[] {
  return (countries ??= COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).sort((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  ));
}
