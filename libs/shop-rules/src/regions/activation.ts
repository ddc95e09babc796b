import { countryName } from './countries.ts';
import { countryCode, namesOfCountry } from './country-names.ts';
import { type Activation, activatesIn, isWorldwide, namesOfRegion, regionNamed, REGIONS } from './region-table.ts';

/** What a product, or a line of an order, says about where its keys can be activated. */
export interface ActivationLimits {
  /** The supplier's number of a region (`region-table.ts`). */
  readonly regionId?: number | null;
  /** The supplier's name of it. */
  readonly regionalLimitations?: string | null;
  /**
   * Countries in which keys can NOT be activated, by two letters (ISO 3166-1), although the region would allow it. Kinguin documents the field as "List of
   * excluded countries" since 2025-05-12: its "Region free" sample, product 1949, excludes PR, PS, PT and PW.
   */
  readonly countryLimitation?: readonly string[] | null;
  /** Regions and countries that the shop shows, by name; they come before the supplier's name. */
  readonly regions?: readonly string[] | null;
}

/**
 * May a key of this product be activated in this country? Country, region by number and regions by name must all allow it; of several
 * names one is enough. A product that says nothing works everywhere. `country` is two letters, null if it is not known.
 */
export function activationIn(limits: ActivationLimits, country: string | null): Activation {
  const code = country === null ? null : countryCode(country);
  const excluded = limits.countryLimitation ?? [];
  if (code !== null && excluded.includes(code)) return 'no';
  const statements = [ofNumber(limits, code), ofNames(limits, code)].filter((statement) => statement !== null);
  if (statements.includes('no')) return 'no';
  const isUnnamedRegion = statements.length === 0 && limits.regionId !== null && limits.regionId !== undefined;
  const isMaybeExcluded = code === null && excluded.length > 0;
  return isUnnamedRegion || isMaybeExcluded || statements.includes('unknown') ? 'unknown' : 'yes';
}

/** The number's own statement; null if there is none, or the number's name is all that is known. */
function ofNumber({ regionId }: ActivationLimits, country: string | null): Activation | null {
  const region = REGIONS.get(regionId ?? 0);
  return region ? activatesIn(region, country) : null;
}

function ofNames(limits: ActivationLimits, country: string | null): Activation | null {
  const statements = namesOf(limits).map((name): Activation => {
    const region = regionNamed(name);
    if (region) return activatesIn(region, country);
    const only = countryCode(name);
    if (only === null || country === null) return 'unknown';
    return only === country ? 'yes' : 'no';
  });
  if (statements.length === 0) return null;
  if (statements.includes('yes')) return 'yes';
  return statements.includes('unknown') ? 'unknown' : 'no';
}

function namesOf({ regions, regionalLimitations }: ActivationLimits): readonly string[] {
  if (regions && regions.length > 0) return regions;
  return regionalLimitations ? [regionalLimitations] : [];
}

/** The regions or countries to show for a product. None: worldwide. */
export function activationPlaces(limits: ActivationLimits): readonly string[] {
  const names = namesOf(limits).filter((name) => !isFree(name));
  if (names.length > 0) return names;
  const region = REGIONS.get(limits.regionId ?? 0);
  return region && !isWorldwide(region) ? [region.name] : [];
}

/** One phrase: "Worldwide", "Europe", "Europe, except Portugal and 12 more countries". It names at most `most` exceptions. */
export function activationPhrase(limits: ActivationLimits, most = 8): string {
  const places = activationPlaces(limits).join(', ') || 'Worldwide';
  const names = (limits.countryLimitation ?? []).map(countryName);
  if (names.length === 0) return places;
  const hidden = names.length - most;
  // "and 1 more" is as long as a name.
  const shown = hidden > 1 ? [...names.slice(0, most), `${hidden} more countries`] : names;
  return `${places}, except ${new Intl.ListFormat('en').format(shown)}`;
}

function isFree(name: string): boolean {
  const region = regionNamed(name);
  return region !== undefined && isWorldwide(region);
}

/** The rule for one country as sets to compare with, for queries. `country` is two letters. */
export interface PlacesOfCountry {
  /** Region numbers that allow it. */
  readonly allowingIds: readonly number[];
  /** Region numbers of which the countries are known. */
  readonly knownIds: readonly number[];
  /** Names of regions and countries that allow it, in lower case. */
  readonly allowingNames: readonly string[];
}

/**
 * `activationIn` is `yes` for this country where `countryLimitation` lacks it, the number is null, among `allowingIds`, or not among `knownIds`
 * while there are names, and the names are none, or one of them, in lower case, is among `allowingNames`.
 */
export function placesOfCountry(country: string): PlacesOfCountry {
  const allowing = [...REGIONS].filter(([, region]) => activatesIn(region, country) === 'yes');
  return {
    allowingIds: allowing.map(([id]) => id),
    knownIds: [...REGIONS.keys()],
    allowingNames: [...allowing.flatMap(([, region]) => namesOfRegion(region)), ...namesOfCountry(country)],
  };
}
