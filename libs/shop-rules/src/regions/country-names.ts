import { COUNTRY_CODES, countryName, isCountry } from './countries.ts';

/** Names that people and feeds use beside the English one, in lower case. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'czech republic': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  'great britain': 'GB',
  usa: 'US',
  'united states of america': 'US',
  'viet nam': 'VN',
};

let names: ReadonlyMap<string, string> | undefined;

/** Codes by names in lower case; made when it is first needed, as most pages need no names. */
function byName(): ReadonlyMap<string, string> {
  const made = () => COUNTRY_CODES.map((code) => [countryName(code).toLowerCase(), code] as const);
  return (names ??= new Map([...made(), ...Object.entries(OTHER_NAMES)]));
}

/** The two letters (ISO 3166-1, upper case) of a country given by them or by its English name, in any letter case; null for any other text. */
export function countryCode(text: string): string | null {
  const given = text.trim();
  const code = given.toUpperCase();
  if (given === '') return null;
  return isCountry(code) ? code : (byName().get(given.toLowerCase()) ?? null);
}

/** Where a buyer activates keys: the country that he names, else the one that a trusted proxy names; null where neither is a country. */
export function buyersCountry(named: string | null | undefined, header: string | null | undefined): string | null {
  return countryCode(named ?? '') ?? countryCode(header ?? '');
}

/** Every name of a country, in lower case. */
export function namesOfCountry(code: string): string[] {
  return [...byName()].flatMap(([name, of]) => (of === code ? [name] : []));
}
