import type { KeyStock } from '../../stock/index.ts';

interface Stock {
  readonly hasKeys: boolean;
  readonly isCommitted: boolean;
  /** What is short when keys are reserved; else the rest of them is committed. */
  readonly short?: ReadonlyMap<string, number>;
}

/** A stock that notes what one order asks of it: the name of each call and its arguments. */
export function recordingStock(calls: unknown[], { hasKeys, isCommitted, short = new Map() }: Stock): KeyStock {
  let isPromised = isCommitted;
  return {
    reserve: async (...call: unknown[]) => {
      calls.push(['reserve', ...call]);
      isPromised = short.size === 0;
      return short;
    },
    allocate: async (...call: unknown[]) => (calls.push(['allocate', ...call]), hasKeys),
    release: async (...call: unknown[]) => void calls.push(['release', ...call]),
    isCommitted: async () => isPromised,
    wait: async (...call: unknown[]) => void calls.push(['wait', ...call]),
  } as unknown as KeyStock;
}
