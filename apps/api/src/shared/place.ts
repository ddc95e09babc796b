/** Where a call comes from. */
export interface Place {
  /** An IPv4 address, or the first 64 bits of an IPv6 one. */
  readonly network: string;
  /** Browser and system in short, as it named itself: `Firefox 144 on Windows`. Null if it named none that is known, as machines do. */
  readonly browser: string | null;
}
