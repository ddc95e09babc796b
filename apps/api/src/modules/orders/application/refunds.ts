/** Money that the staff sends back. */
export interface Refund {
  readonly id: string;
  readonly orderId: string;
  /** The lines that it is for, by number. */
  readonly lines: readonly number[];
  readonly amountMinor: number;
  /** The whole payment, whatever was paid: nothing of it had gone back before. */
  readonly isWhole: boolean;
  readonly askedBy: string;
  readonly isDone: boolean;
}

/** One row per refund, written before the provider is asked and closed once it has agreed. */
export abstract class Refunds {
  /** In the current transaction. */
  abstract add(refund: Refund): Promise<void>;
  abstract done(id: string): Promise<void>;
  abstract ofId(id: string): Promise<Refund | null>;
  /** Oldest first. */
  abstract ofOrder(orderId: string): Promise<Refund[]>;

  /** Asked under the order's lock: what is being sent back must not be delivered meanwhile. */
  async isUnderWay(orderId: string): Promise<boolean> {
    return (await this.ofOrder(orderId)).some(({ isDone }) => !isDone);
  }
}
