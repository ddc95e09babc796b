/** What a world does instead of waiting. */
export interface SimulatedTimers {
  /** Begins to renew a lease; answers what `clearInterval` is called with. */
  renewing(renew: () => void): object;
  over(entry: object): void;
  waiting(resolve: () => void): void;
}

let active: SimulatedTimers | null = null;

const { setInterval, clearInterval, setTimeout } = globalThis;
// Once for all worlds: Jest's sandbox keeps every value that a global ever had.
Object.assign(globalThis, {
  setInterval: (...given: Parameters<typeof setInterval>) => (active ? active.renewing(given[0]) : setInterval(...given)),
  clearInterval: (entry: NodeJS.Timeout) => (active ? active.over(entry) : clearInterval(entry)),
  setTimeout: (...given: Parameters<typeof setTimeout>) => (active ? active.waiting(given[0]) : setTimeout(...given)),
});

/** The shop's timers are these while `work` runs. */
export async function withTimers(timers: SimulatedTimers, work: () => Promise<void>): Promise<void> {
  active = timers;
  try {
    await work();
  } finally {
    active = null;
  }
}
