import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { nextLook } from '../../domain/looks.ts';
import { NOT_MADE } from '../../domain/not-made.ts';
import { PurchaseNotUnclear, PurchaseUnknown } from '../../domain/purchase-errors.ts';
import { Suppliers } from '../ports.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { supplierNamed } from '../steer-suppliers.ts';
import { Looks } from './looks.ts';

/** Ends an unclear purchase of which its supplier says that there is no such order: what it was to bring is bought elsewhere, except for a key in place of another one. */
@Injectable()
export class RecordNotMade {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly looks: Looks,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Called again it changes nothing. Answers when it was refused. The order is looked for as others that were given up: the supplier may be
   * wrong. @throws SupplierUnknown, PurchaseUnknown, PurchaseNotUnclear
   */
  run(text: string, purchaseId: string, act: StaffAct): Promise<Date> {
    const name = supplierNamed(text);
    return this.transaction.run(async () => {
      await this.purchases.lock();
      // An answer of the supplier that comes just now counts, and not what it said before.
      const purchase = await this.purchases.locked(purchaseId);
      if (purchase?.supplier !== name) throw new PurchaseUnknown();
      const { state, failure, closedAt } = purchase;
      if (state === 'refused' && failure === NOT_MADE && closedAt) return closedAt;
      if (state !== 'unclear') throw new PurchaseNotUnclear(state);
      return this.refuse(purchase, act);
    });
  }

  private async refuse(purchase: PurchaseRecord, act: StaffAct): Promise<Date> {
    const { id, supplier, orderId } = purchase;
    const now = this.clock.now();
    await this.purchases.close(purchase, { state: 'refused', failure: NOT_MADE }, now);
    const at = nextLook('refused', now, now);
    if (at && this.suppliers.named(supplier)?.references !== 'none') await this.looks.add(supplier, id, at);
    await this.audit.record({
      ...act,
      action: 'suppliers.not-made',
      subject: { type: 'order', id: orderId },
      before: { purchase: id, supplier, state: 'unclear' },
      after: { state: 'refused' },
    });
    return now;
  }
}
