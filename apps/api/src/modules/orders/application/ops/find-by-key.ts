import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { KeyReturns } from '../../../stock/index.ts';
import { type StaffOrder, StaffOrders } from './staff-orders.ts';

const MOST = 20;

/** Finds the orders of a key by its keyed hash; nothing is decrypted, and the key is stored nowhere. */
@Injectable()
export class FindByKey {
  constructor(
    private readonly returns: KeyReturns,
    private readonly staffOrders: StaffOrders,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  run(key: string, { by, reason }: { by: Operator; reason: string }): Promise<StaffOrder[]> {
    return this.transaction.run(async () => {
      const found = await this.returns.find({ kind: 'text', key });
      const ids = found.length > 0 ? found.map(({ keyId }) => keyId) : ['unknown'];
      for (const id of ids) await this.audit.record({ by, action: 'orders.find-by-key', subject: { type: 'key', id }, reason });
      const orders = new Map<string, StaffOrder>();
      for (const { fingerprint } of found)
        for (const order of (await this.staffOrders.list({ fingerprint }, { offset: 0, limit: MOST })).orders) orders.set(order.id, order);
      return [...orders.values()].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, MOST);
    });
  }
}
