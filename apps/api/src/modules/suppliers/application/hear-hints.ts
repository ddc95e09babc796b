import { Injectable } from '@nestjs/common';
import { Turns } from '../../../shared/concurrency/turns.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { SupplierUnknown } from '../domain/supplier-errors.ts';
import { Looks } from './after-sales/looks.ts';
import { ProductHints } from './hints.ts';
import type { SupplierMessage } from './messages.ts';
import { Suppliers } from './ports.ts';
import { KeyPurchases } from './purchases.ts';
import { supplierNamed } from './steer-suppliers.ts';
import { TakeInOffers } from './feeds/take-in-offers.ts';

/**
 * Webhooks of suppliers. Anybody can send them: they make a worker ask the supplier about products that the shop has and orders that it made,
 * and change nothing else. One that comes twice, late or in another order makes it ask once more.
 */
@Injectable()
export class HearHints {
  private readonly turns = new Turns();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly takeInOffers: TakeInOffers,
    private readonly hints: ProductHints,
    private readonly purchases: KeyPurchases,
    private readonly looks: Looks,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** @throws SupplierUnknown, also for one that is off */
  async run(text: string, message: SupplierMessage): Promise<void> {
    const supplier = this.suppliers.named(supplierNamed(text));
    if (supplier === null) throw new SupplierUnknown();
    const heard = supplier.hints(message);
    const products = heard.filter((hint) => hint.kind === 'product');
    const orders = heard.filter((hint) => hint.kind === 'order');
    const known = await this.takeInOffers.productIds(supplier.name, products);
    const write = async () => {
      const now = this.clock.now();
      if (known.size > 0) await this.hints.add(supplier.name, [...known.keys()], now);
      for (const order of orders) {
        await this.purchases.wake(supplier.name, order.supplierOrderId, now);
        await this.looks.hear(supplier.name, order, now);
      }
    };
    // Hints at one product lock its row: many at a time would wait for it with a connection each.
    await this.turns.run(supplier.name, () => this.transaction.run(write));
  }
}
