/** All countries of ISO 3166-1, and Kosovo under the code that everybody uses. */
export const COUNTRY_CODES: readonly string[] = codes(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL
  CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU
  GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC
  MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT
  PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA
  UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`);

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

const english = new Intl.DisplayNames('en', { type: 'region' });
const known: ReadonlySet<string> = new Set(COUNTRY_CODES);
const byName: ReadonlyMap<string, string> = new Map([
  ...COUNTRY_CODES.map((code) => [countryName(code).toLowerCase(), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** Two-letter codes of a text, separated by white space. */
export function codes(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The English name of a country by its two letters; a code without a name is its own name. */
export function countryName(code: string): string {
  return english.of(code) ?? code;
}

/** The two letters (ISO 3166-1, upper case) of a country given by them or by its English name, in any letter case; null for any other text. */
export function countryCode(text: string): string | null {
  const given = text.trim();
  const code = given.toUpperCase();
  return known.has(code) ? code : (byName.get(given.toLowerCase()) ?? null);
}

/** Every name of a country, in lower case. */
export function namesOfCountry(code: string): string[] {
  return [...byName].flatMap(([name, of]) => (of === code ? [name] : []));
}
