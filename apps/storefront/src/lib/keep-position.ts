/** State of a navigation that changes what the page shows and not where one is: neither scroll nor focus moves by itself. */
export const KEEP_POSITION = { keepsPlace: true } as const;

export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true;
}
