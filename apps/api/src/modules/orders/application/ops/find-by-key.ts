import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { KeyReturns } from '../../../stock/index.ts';
import { type DeskOrder, OrderDesk } from './order-desk.ts';

const MOST = 20;

/** Whose key is this? It is compared by its keyed hash; nothing is opened, and the key itself is written down nowhere. */
@Injectable()
export class FindByKey {
  constructor(
    private readonly returns: KeyReturns,
    private readonly desk: OrderDesk,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  run(key: string, { by, reason }: { by: Operator; reason: string }): Promise<DeskOrder[]> {
    return this.transaction.run(async () => {
      const found = await this.returns.find({ kind: 'text', key });
      await this.audit.record({ by, action: 'orders.find-by-key', subject: { type: 'key', id: found?.keyId ?? 'unknown' }, reason });
      if (found === null) return [];
      return (await this.desk.list({ fingerprint: found.fingerprint }, { offset: 0, limit: MOST })).orders;
    });
  }
}
