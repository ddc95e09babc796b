/** `#rrggbb` between two colours; 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

export const darker = (colour: string, share: number): string => mix(colour, '#02030a', share);
export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
