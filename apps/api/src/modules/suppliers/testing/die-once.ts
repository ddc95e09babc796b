import { DEATH } from './purchase-shop.ts';

/** The next call of a method ends the process: before it does anything, or when it has. */
export function dieOnce(target: object, name: string, when: 'before' | 'after'): void {
  const methods = target as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const real = methods[name]?.bind(target);
  methods[name] = async (...given: unknown[]) => {
    delete methods[name];
    if (when === 'after') await real?.(...given);
    throw new Error(DEATH);
  };
}
