import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { editsBetween } from '../../../shared/edits-between.ts';
import { Blocks, CountryBlocks } from '../application/blocks.ts';

const require = createRequire(import.meta.url);
const english = require('i18n-iso-countries/langs/en.json') as { countries: Record<string, string | string[]> };
const codes = new Map(
  Object.entries(english.countries).flatMap(([code, names]) => [names].flat().map((name) => [name.toUpperCase(), code] as const)),
);

/** Codes by three letters (ISO 3166). */
const alpha3 = new Map((require('i18n-iso-countries/codes.json') as [string, string][]).map(([code, letters]) => [letters, code]));
/** Where the European Union uses other codes than ISO 3166; `UK` is among the names already. */
const EUROPEAN_UNION_CODES: Readonly<Record<string, string>> = { EL: 'GR' };
const LONGEST_NAME = 60;
/** One letter in so many of a name may be wrong. */
const LETTERS_PER_EDIT = 3;

/** Whether these are the two letters of a country (ISO 3166), upper case. */
export function isCountryCode(code: string): boolean {
  return Object.hasOwn(english.countries, code);
}

/** The country (two letters of ISO 3166) for another code of it or its English name, allowing typing errors; null if none is similar. */
export function nearestCountry(text: string): string | null {
  const wanted = text.trim().toUpperCase();
  const known = EUROPEAN_UNION_CODES[wanted] ?? codes.get(wanted) ?? alpha3.get(wanted);
  if (known !== undefined || wanted.length > LONGEST_NAME) return known ?? null;
  const [nearest] = [...codes]
    .map(([name, code]) => ({ code, edits: editsBetween(name, wanted), allowed: Math.floor(name.length / LETTERS_PER_EDIT) }))
    .filter(({ edits, allowed }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.code ?? null;
}

@Injectable()
export class ListedCountries extends CountryBlocks {
  constructor(private readonly blocks: Blocks) {
    super();
  }

  override async isBlocked(countries: readonly (string | null)[]): Promise<boolean> {
    const given = countries.flatMap((country) => (country ? [country.trim().toUpperCase()] : [])).map((name) => codes.get(name) ?? name);
    if (given.length === 0) return false;
    const blocked = new Set(await this.blocks.countries());
    return given.some((code) => blocked.has(code));
  }
}
