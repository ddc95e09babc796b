/** Runs `work` in the async context (log fields, trace) of the call that an item came from. */
export type InContext = <T>(work: () => T) => T;

export interface Batched<Item> {
  readonly item: Item;
  readonly inContext: InContext;
}

/** Leaves an item of a batch to `alone`. */
export const ALONE = Symbol('alone');

export interface BatchWork<Item, Result> {
  /**
   * The items of a batch at once: one result for each, in their order. Where it throws, all items are left to `alone`, so that one
   * cannot fail the others. It must have changed nothing, or `alone` must find it done: the answer of a commit can be lost.
   */
  together(batch: readonly Batched<Item>[]): Promise<readonly (Result | typeof ALONE)[]>;
  /** One item, in the context of its caller. */
  alone(item: Item): Promise<Result>;
}

/**
 * Does what many callers ask for at the same time in batches: calls that come while one batch runs make the next. A caller that is alone
 * waits for nobody. Call it outside of a transaction.
 */
export interface Batches<Item, Result> {
  run(item: Item): Promise<Result>;
}
