/** State of a navigation within a page: neither scroll position nor focus changes. */
export const KEEP_POSITION = { keepsPlace: true } as const;

export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true;
}
