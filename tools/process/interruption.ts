const ONE_PRESS_MS = 1000;

/** Ctrl-C, SIGTERM, a closed terminal, or the death of the process that started this one. */
export interface Interruption {
  readonly first: Promise<void>;
  /** Called on the second signal: do not wait any longer. Duplicates of the first by npm and the terminal are ignored. */
  readonly second: Promise<void>;
}

export function listenForInterruption(): Interruption {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  const hear = () => {
    if (firstAt !== null && performance.now() - firstAt > ONE_PRESS_MS) second.resolve();
    firstAt ??= performance.now();
    first.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  process.once('disconnect', () => first.resolve());
  return { first: first.promise, second: second.promise };
}
