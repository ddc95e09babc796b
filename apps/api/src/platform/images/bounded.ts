import { DomainError } from '../../shared/domain-error.ts';

export class TooMuchToDraw extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('Too many pictures or documents are being prepared. Please try again in a moment.');
  }
}

/** Runs at most `atOnce` tasks at a time and queues at most `waiting` more. @throws TooMuchToDraw */
export function bounded(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new TooMuchToDraw();
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
