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

/** Which countries of cards are blocked. */
export abstract class BlockedCountries {
  /** Those of `codes` (two letters of ISO 3166) that are blocked now, in one statement of the caller's transaction. */
  abstract among(codes: readonly string[]): Promise<ReadonlySet<string>>;
}
