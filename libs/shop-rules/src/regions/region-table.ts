import { codes, COUNTRY_CODES } from './countries.ts';

/** Whether a key can be activated. `unknown`: nobody can tell, so the shop warns and sells. */
export type Activation = 'yes' | 'no' | 'unknown';

interface Region {
  /** As the supplier calls it. */
  readonly name: string;
  /** Other names of it in feeds and in the staff's texts. */
  readonly aliases: readonly string[];
  /** Null: every country. */
  readonly countries: ReadonlySet<string> | null;
  /** Countries of which the name does not tell, so that the key may activate there or not. */
  readonly unsure: ReadonlySet<string>;
}

const EUROPE =
  codes(`AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO
  PL PT RO RS SE SI SJ SK SM UA VA XK`);
/** On two continents. */
const BETWEEN = codes('AM AZ GE KZ RU TR');
const ASIA =
  codes(`AE AF BD BH BN BT CN HK ID IL IN IQ IR JO JP KG KH KP KR KW LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TW
  UZ VN YE`);
const SOUTH_AND_CENTRAL_AMERICA = codes('AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PY SV UY VE');
const CENTRAL_AMERICA_AND_CARIBBEAN =
  codes(`AG AI AW BB BL BM BQ BS BZ CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM SV SX TC TT
  VC VG`);
const CARIBBEAN_AND_GUIANAS = codes('AG AI AW BB BL BQ BS BZ CW DM FK GD GF GP GY HT JM KN KY LC MF MQ MS PR SR SX TC TT VC VG VI');
const OF_THE_UNITED_STATES = codes('AS GU MP PR UM VI');

function region(
  name: string,
  countries: readonly string[] | null,
  unsure: readonly string[] = [],
  aliases: readonly string[] = [],
): Region {
  return { name, aliases, countries: countries && new Set(countries), unsure: new Set(unsure) };
}

const allBut = (...others: readonly (readonly string[])[]) => COUNTRY_CODES.filter((code) => !others.flat().includes(code));

/**
 * Regions of Kinguin's eCommerce API by their `regionId` (table of its documentation, revision f542716 of 2024-09-02). It names them and lists
 * no countries: a name is read as the geography of the United Nations (M49), with Cyprus in Europe as in the European Union. Where a name leaves a
 * country open, it is unsure. Left out, because their names tell nothing: 4 "Other" and 10 "RoW (Rest of World)".
 */
export const REGIONS: ReadonlyMap<number, Region> = new Map([
  [1, region('Europe', EUROPE, BETWEEN, ['eu', 'european union'])],
  [2, region('United States', ['US'], OF_THE_UNITED_STATES)],
  [3, region('Region free', null, [], ['global', 'worldwide', 'world', 'all regions'])],
  [5, region('Outside Europe', allBut(EUROPE, BETWEEN), BETWEEN)],
  [6, region('RU VPN', ['RU'], allBut(['RU']))],
  [7, region('Russia', ['RU'])],
  [8, region('United Kingdom', ['GB'], codes('GG GI IM JE'))],
  [9, region('China', ['CN'], codes('HK MO'))],
  [11, region('Latin America', SOUTH_AND_CENTRAL_AMERICA, CARIBBEAN_AND_GUIANAS, ['latam'])],
  [12, region('Asia', ASIA, [...BETWEEN, 'CY'])],
  [13, region('Germany', ['DE'])],
  [14, region('Australia', ['AU'], codes('CC CX HM NF NZ'))],
  [15, region('Brazil', ['BR'])],
  [16, region('India', ['IN'])],
  [17, region('Japan', ['JP'])],
  [18, region('North America', codes('CA US'), [...CENTRAL_AMERICA_AND_CARIBBEAN, ...OF_THE_UNITED_STATES])],
  [45, region('Argentina', ['AR'])],
  [46, region('Turkey', ['TR'])],
]);

/** Whether a key of this region activates in a country; a country that is null is not known. */
export function activatesIn({ countries, unsure }: Region, country: string | null): Activation {
  if (countries === null) return 'yes';
  if (country === null || unsure.has(country)) return 'unknown';
  return countries.has(country) ? 'yes' : 'no';
}

export function isWorldwide({ countries }: Region): boolean {
  return countries === null;
}

/** Names of a region, in lower case. */
export function namesOfRegion({ name, aliases }: Region): string[] {
  return [name.toLowerCase(), ...aliases];
}

const byName: ReadonlyMap<string, Region> = new Map(
  [...REGIONS.values()].flatMap((one) => namesOfRegion(one).map((name) => [name, one] as const)),
);

/** A region by its name in any letter case; undefined if there is none. */
export function regionNamed(name: string): Region | undefined {
  return byName.get(name.trim().toLowerCase());
}
