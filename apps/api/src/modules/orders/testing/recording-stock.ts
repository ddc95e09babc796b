import type { KeyStock } from '../../stock/index.ts';

/** A stock that notes what one order asks of it: the name of each call and its arguments. */
export function recordingStock(calls: unknown[], { hasKeys, isCommitted }: { hasKeys: boolean; isCommitted: boolean }): KeyStock {
  return {
    allocate: async (...call: unknown[]) => (calls.push(['allocate', ...call]), hasKeys),
    release: async (...call: unknown[]) => void calls.push(['release', ...call]),
    isCommitted: async () => isCommitted,
    wait: async (...call: unknown[]) => void calls.push(['wait', ...call]),
  } as unknown as KeyStock;
}
