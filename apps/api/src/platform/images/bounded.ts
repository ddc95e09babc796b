import { DomainError } from '../../shared/domain-error.ts';

export class TooMuchToDraw extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('Too many pictures are being drawn. Please try again in a moment.');
  }
}

/** Runs at most `atOnce` pieces of work at a time and lets at most `waiting` more wait for their turn. @throws TooMuchToDraw */
export function bounded(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new TooMuchToDraw();
      // Whoever ends hands its place over, so that `running` stays as it is.
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
