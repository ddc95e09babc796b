/** Who is kept out. Ops keep both lists. */
export abstract class Blocks {
  /** Addresses and ranges in CIDR notation; a single address without a mask. */
  abstract networks(): Promise<string[]>;
  /** ISO 3166 codes of two letters. */
  abstract countries(): Promise<string[]>;
}
