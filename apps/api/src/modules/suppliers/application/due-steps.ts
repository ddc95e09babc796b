import { Failures } from '../../../shared/failures.ts';
import { OncePerKey } from '../../../shared/concurrency/once-per-key.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import type { Supplier } from './ports.ts';

/** Steps with suppliers that are due: of several suppliers at the same time, of each one after the other. */
export class DueSteps {
  private readonly each = new OncePerKey<Supplier>();

  /**
   * Up to `most` of each supplier; then the other tasks of the worker have their turn. `next` does one, and returns false where none is due.
   * It throws what it could not do, of which it has noted when it is due again: a supplier that does not answer is left alone until the next
   * run. @throws the first failure that is not the supplier's, when all had their turn
   */
  run(suppliers: readonly Supplier[], most: number, next: (supplier: Supplier) => Promise<boolean>): Promise<void> {
    return this.each.run(suppliers, async (supplier) => {
      const failures = new Failures();
      for (let done = 0, isOver = false; done < most && !isOver; done += 1)
        try {
          isOver = !(await next(supplier));
        } catch (error) {
          isOver = error instanceof SupplierAway;
          if (!isOver && !(error instanceof SupplierRefused)) failures.add(error);
        }
      failures.raise();
    });
  }
}
