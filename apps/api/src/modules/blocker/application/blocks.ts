/** Who is kept out. Ops keep both lists. */
export abstract class Blocks {
  /** Addresses and ranges in CIDR notation; a single address without a mask. */
  abstract networks(): Promise<string[]>;
  /** ISO 3166 codes of two letters. */
  abstract countries(): Promise<string[]>;
}

/** Whether one of these may not buy: codes of two letters or English names, as forms and proxies tell them; null is nowhere. */
export abstract class CountryBlocks {
  abstract isBlocked(countries: readonly (string | null)[]): Promise<boolean>;
}
