/**
 * The network whose open checkouts are counted together, as a range of stored addresses (`Order.clientAddress`) in the order of their
 * characters: `from` and what follows belongs to it, `to` does not. It is the /24 of an IPv4 address. Of an IPv6 address, which is stored as its
 * /64, it is the /48: what counts there includes every /64 and /56 in it, between which one customer can change.
 */
export function networkRange(address: string): { readonly from: string; readonly to: string } {
  const ipv4 = /^\d+\.\d+\.\d+(?=\.\d+$)/.exec(address)?.[0];
  // The characters after "." and ":".
  if (ipv4 !== undefined) return { from: `${ipv4}.`, to: `${ipv4}/` };
  const ipv6 = /^[\da-f]+:[\da-f]+:[\da-f]+(?=:)/.exec(address)?.[0];
  if (ipv6 !== undefined) return { from: `${ipv6}:`, to: `${ipv6};` };
  return { from: address, to: `${address} ` };
}
