/** Operations on network addresses in CIDR notation. */
export abstract class Networks {
  /** An address or a range (`203.0.113.0/24`) in CIDR notation; null for any other text, and for a range of everything. */
  abstract from(text: string): string | null;

  /** Whether an address is in one of these networks, each as returned by `from`. IPv4 in IPv6 (`::ffff:…`) counts as IPv4. */
  abstract hold(networks: readonly string[], address: string): boolean;
}
