import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { Blocks, CountryBlocks } from '../application/blocks.ts';

const english = createRequire(import.meta.url)('i18n-iso-countries/langs/en.json') as { countries: Record<string, string | string[]> };
const codes = new Map(
  Object.entries(english.countries).flatMap(([code, names]) => [names].flat().map((name) => [name.toUpperCase(), code] as const)),
);

/** Whether these are the two letters of a country (ISO 3166), upper case. */
export function isCountryCode(code: string): boolean {
  return Object.hasOwn(english.countries, code);
}

@Injectable()
export class ListedCountries extends CountryBlocks {
  constructor(private readonly blocks: Blocks) {
    super();
  }

  override async isBlocked(countries: readonly (string | null)[]): Promise<boolean> {
    const told = countries.flatMap((country) => (country ? [country.trim().toUpperCase()] : [])).map((name) => codes.get(name) ?? name);
    if (told.length === 0) return false;
    const blocked = new Set(await this.blocks.countries());
    return told.some((code) => blocked.has(code));
  }
}
