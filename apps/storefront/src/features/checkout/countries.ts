import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** ISO 3166 countries by their English names, in alphabetical order. */
export const COUNTRIES: readonly { code: string; name: string }[] = Object.entries(english.countries)
  .map(([code, names]) => ({ code, name: (Array.isArray(names) ? names[0] : names) as string }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));
