import type { SupplierMessage } from '../application/messages.ts';
import type { Supplier } from '../application/ports.ts';

/** A supplier, and what the contract must be able to do with what stands behind it. */
export interface SupplierUnderTest {
  readonly supplier: Supplier;
  /** Replaces the catalogue by so many products with ids from 1, each for 5.79 euros with four pieces. */
  offer(products: number): Promise<void>;
  setBalance(minor: number): Promise<void>;
  /** How many keys of an order come with it; it has two. */
  deliverAtOnce(keys: 'all' | 'one' | 'none'): Promise<void>;
  /** Keys come as pictures from now on. */
  deliverPictures(): Promise<void>;
  /** All keys of an order arrive, or it ends. */
  settle(orderId: string, how: 'delivered' | 'cancelled' | 'refunded'): Promise<void>;
  /** Keys that go back show so when `settle` refunds their order. */
  returnLate(): Promise<void>;
  /** The answer to the next order is lost, before it has an effect or after. */
  loseAnswer(when: 'before' | 'after'): Promise<void>;
  /** How many orders the supplier has made. */
  orderCount(): Promise<number>;
  /** One answer, to an order or to what reads, is that there were too many calls, with a pause to make; or it is no JSON, after its effect. */
  spoilAnswer(how: 'too many' | 'no JSON', to: 'orders' | 'reads'): Promise<void>;
  /** A product has no offers any more. Answers a moment of the supplier's clock between that and all changes before. */
  empty(supplierProductId: string): Promise<Date>;
  /** All prices rise by a tenth. */
  raisePrices(): Promise<void>;
  /** So many webhooks of what `act` does, all of them: each comes twice, and the last ones come first. A fake may have another number. */
  hear(webhooks: number, act: () => Promise<unknown>): Promise<SupplierMessage[]>;
  /** Every call fails from now on, or none. */
  setAway(isAway: boolean): Promise<void>;
}
