import { Injectable } from '@nestjs/common';

/** Queries about the orders of suppliers that filled orders of the shop. */
export interface SupplierNumberReads {
  /** By order of the shop, what the supplier calls the first order that brought keys for it; missing where none did. */
  numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Orders of the shop that a supplier's order with this number was made for. */
  ordersWith(number: string): Promise<string[]>;
}

/** The numbers of suppliers. Their module imports this one, so it registers its implementation here; until then orders have their own number alone. */
@Injectable()
export class SupplierNumbers implements SupplierNumberReads {
  private reads: SupplierNumberReads | null = null;

  register(reads: SupplierNumberReads): void {
    this.reads = reads;
  }

  async numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.reads === null || orderIds.length === 0) return new Map();
    return this.reads.numbers(orderIds);
  }

  async ordersWith(number: string): Promise<string[]> {
    return this.reads === null ? [] : this.reads.ordersWith(number);
  }
}
