/** Blocked networks and countries, managed by ops. */
export abstract class Blocks {
  /** Addresses and ranges in CIDR notation; a single address without a mask. */
  abstract networks(): Promise<string[]>;
  /** ISO 3166 codes of two letters. */
  abstract countries(): Promise<string[]>;
}

/** Whether one of these countries is blocked: codes of two letters or English names, from forms and proxies; null is unknown. */
export abstract class CountryBlocks {
  abstract isBlocked(countries: readonly (string | null)[]): Promise<boolean>;
}
