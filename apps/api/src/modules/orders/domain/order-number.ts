/**
 * An order's number as the shop writes it (`K` and nine digits), from any spelling: with spaces or dashes, in lower case, with a number
 * sign, without the `K`. Other text is returned as a number that no order has.
 */
export function orderNumberFrom(text: string): string {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return /^\d/.test(plain) ? `K${plain}` : plain;
}
