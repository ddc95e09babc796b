/** Of so few products, any part may leave at once. */
const FEW = 20;

/** Whether a list of all products that shows `seen` of those that are stored is a broken one rather than what the supplier sells. */
export function isFarFewer(seen: number, stored: number): boolean {
  return stored > 0 && (seen === 0 || (stored > FEW && seen * 2 < stored));
}
