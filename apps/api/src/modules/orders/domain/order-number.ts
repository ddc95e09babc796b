/**
 * An order's number as the shop writes it (`K` and nine digits), from any way in which people do: with spaces or dashes, in lower case,
 * with a number sign, without the `K`. What is no number of an order comes back as text that no order has.
 */
export function orderNumberFrom(text: string): string {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return /^\d/.test(plain) ? `K${plain}` : plain;
}
