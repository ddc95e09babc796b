/** All countries of ISO 3166-1, and Kosovo under the code that everybody uses. */
export const COUNTRY_CODES: readonly string[] = codes(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL
  CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU
  GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC
  MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT
  PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA
  UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`);

let english: Intl.DisplayNames | undefined;

/** Whether these are the two letters of a country, upper case. */
export function isCountry(code: string): boolean {
  return COUNTRY_CODES.includes(code);
}

/** Two-letter codes of a text, separated by white space. */
export function codes(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The English name of a country by its two letters; a code without a name is its own name. */
export function countryName(code: string): string {
  english ??= new Intl.DisplayNames('en', { type: 'region' });
  return english.of(code) ?? code;
}

/** One sentence for a buyer whose country excludes these products. `country` is two letters; null: the browser does not know it. */
export function exclusionSentence(names: readonly string[], country: string | null): string {
  return `${new Intl.ListFormat('en').format(names)} cannot be activated in ${country === null ? 'your country' : countryName(country)}.`;
}
