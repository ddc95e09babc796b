import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { LinkUnfit, SupplierOff, SupplierPaused, SupplierUnknown } from '../domain/supplier-errors.ts';
import { SUPPLIER_NAMES, type SupplierName, SupplierOffers, SupplierStates, Suppliers } from './ports.ts';
import { Syncs } from './feeds/syncs.ts';

/** @throws SupplierUnknown */
export function supplierNamed(text: string): SupplierName {
  const name = SUPPLIER_NAMES.find((one) => one === text);
  if (name === undefined) throw new SupplierUnknown();
  return name;
}

/** What staff does with suppliers. Each change leaves its line in the audit log. */
@Injectable()
export class SteerSuppliers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly offers: SupplierOffers,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** A paused supplier is not synchronised, and nothing is bought from it. @throws SupplierUnknown */
  pause(text: string, act: StaffAct): Promise<void> {
    const name = supplierNamed(text);
    return this.transaction.run(async () => {
      const wasPaused = await this.states.pause(name, act.by.name, this.clock.now());
      await this.note(name, 'suppliers.pause', { paused: wasPaused }, { paused: true }, act);
    });
  }

  /** @throws SupplierUnknown */
  resume(text: string, act: StaffAct): Promise<void> {
    const name = supplierNamed(text);
    return this.transaction.run(async () => {
      const wasPaused = await this.states.resume(name);
      await this.note(name, 'suppliers.resume', { paused: wasPaused }, { paused: false }, act);
    });
  }

  /**
   * Queues a synchronisation of all offers; returns its id, that of an open one if there is any. `fewestAccepted`: where it sees so many
   * products, what it does not see is removed, also if that is most of what is stored. @throws SupplierUnknown, SupplierOff, SupplierPaused
   */
  sync(text: string, fewestAccepted: number | undefined, act: StaffAct): Promise<string> {
    const name = supplierNamed(text);
    if (this.suppliers.named(name) === null) throw new SupplierOff();
    return this.transaction.run(async () => {
      if ((await this.states.paused([name])).has(name)) throw new SupplierPaused();
      const sync = await this.syncs.ask({ id: this.ids.next(), supplier: name, by: act.by.name, fewestAccepted }, this.clock.now());
      await this.note(name, 'suppliers.sync', {}, { sync, ...(fewestAccepted !== undefined && { fewestAccepted }) }, act);
      return sync;
    });
  }

  /** Says of which product of the shop a supplier's product is. `product`: kinguinId or own id. @throws SupplierUnknown, LinkUnfit */
  link(text: string, supplierProductId: string, product: string, act: StaffAct): Promise<void> {
    const name = supplierNamed(text);
    return this.transaction.run(async () => {
      const productId = (await this.catalogue.productIds([product])).get(product);
      if (productId === undefined) throw new LinkUnfit();
      const before = await this.offers.link(name, supplierProductId, productId, act.by.name, this.clock.now());
      await this.note(name, 'suppliers.link', { product: before }, { supplierProduct: supplierProductId, product: productId }, act);
    });
  }

  private note(name: SupplierName, action: string, before: object, after: object, act: StaffAct): Promise<void> {
    return this.audit.record({ ...act, action, subject: { type: 'supplier', id: name }, before: { ...before }, after: { ...after } });
  }
}
