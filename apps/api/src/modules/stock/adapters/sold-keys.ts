import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { InProcessBatches } from '../../../platform/database/in-process-batches.ts';
import { type DeliveredKey, Vault } from '../application/ports.ts';
import { bind } from './insert-keys.ts';

interface SoldKey {
  readonly order_id: string;
  readonly id: string;
  readonly product_id: string;
  readonly line: number;
  readonly slot: number;
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
  readonly key_version: number;
}

/** Opens the keys that were sold to an order. */
@Injectable()
export class SoldKeys {
  /** A worker writes the mails of many orders at the same time. */
  private readonly reveals = new InProcessBatches<string, DeliveredKey[]>({
    together: async (batch) => {
      const keys = Map.groupBy(await this.soldTo(batch.map(({ item }) => item)), ({ order_id }) => order_id);
      return batch.map(({ item }) => (keys.get(item) ?? []).map((row) => this.opened(row)));
    },
    alone: (orderId) => this.revealOne(orderId),
  });

  constructor(
    private readonly em: EntityManager,
    private readonly vault: Vault,
  ) {}

  /** By line and slot. */
  reveal(orderId: string): Promise<DeliveredKey[]> {
    return this.em.isInTransaction() ? this.revealOne(orderId) : this.reveals.run(orderId);
  }

  private async revealOne(orderId: string): Promise<DeliveredKey[]> {
    return (await this.soldTo([orderId])).map((row) => this.opened(row));
  }

  private async soldTo(orderIds: readonly string[]): Promise<SoldKey[]> {
    const { rows } = await sql<SoldKey>`
      select a.order_id, k.id, k.product_id, a.line, a.slot, k.ciphertext, k.nonce, k.key_version
      from allocation a join stock_key k on k.id = a.key_id and k.state = 'sold'
      where a.order_id = any(${[...orderIds]}::text[]) order by a.order_id, a.line, a.slot`.execute(this.em.getKysely());
    return rows;
  }

  private opened({ id, product_id, line, slot, ciphertext, nonce, key_version }: SoldKey): DeliveredKey {
    return { line, slot, secret: this.vault.open({ ciphertext, nonce, keyVersion: key_version }, bind(id, product_id)) };
  }
}
