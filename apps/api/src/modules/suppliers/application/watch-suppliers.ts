import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import { type Supplier, SupplierStates, Suppliers } from './ports.ts';

/** Asks every supplier for its balance, which shows besides whether it can be reached. Called periodically. */
@Injectable()
export class WatchSuppliers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    for (const supplier of this.suppliers.all) {
      const { balanceMinor, failure } = await balanceOf(supplier);
      const check = { balanceMinor, failure, breaker: supplier.breaker() };
      await this.transaction.run(() => this.states.note(supplier.name, check, this.clock.now()));
    }
  }
}

async function balanceOf(supplier: Supplier): Promise<{ balanceMinor: number | null; failure: string | null }> {
  try {
    return { balanceMinor: await supplier.balance(), failure: null };
  } catch (error) {
    if (error instanceof SupplierAway || error instanceof SupplierRefused) return { balanceMinor: null, failure: error.message };
    throw error;
  }
}
