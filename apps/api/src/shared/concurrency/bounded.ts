/** Runs at most `atOnce` tasks at a time and queues at most `waiting` more; others are refused with the error that `refusal` makes. */
export function bounded(atOnce: number, waiting: number, refusal: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw refusal();
      // A task that ends passes its slot to the next, so `running` does not change.
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
