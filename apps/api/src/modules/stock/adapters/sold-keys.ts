import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { InProcessBatches } from '../../../platform/database/in-process-batches.ts';
import { ALONE } from '../../../shared/batches.ts';
import { type DeliveredKey, MOST_REVEALED_BYTES, type RevealedKeys, Vault } from '../application/ports.ts';
import type { OrderPiece } from '../application/returns/key-returns.ts';
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
  /** How many keys its order has, these and others. */
  readonly of_order: number;
}

/** Opens the keys that were sold to an order. */
@Injectable()
export class SoldKeys {
  /** A worker writes the mails of many orders at the same time. An order that does not fit in with the others is read alone. */
  private readonly reveals = new InProcessBatches<string, RevealedKeys>({
    together: async (batch) => {
      const keys = Map.groupBy(await this.soldTo(batch.map(({ item }) => item)), ({ order_id }) => order_id);
      return batch.map(({ item }) => {
        const rows = keys.get(item);
        return rows && rows.length === rows[0]?.of_order ? this.revealed(rows) : ALONE;
      });
    },
    alone: (orderId) => this.revealOne(orderId),
  });

  constructor(
    private readonly em: EntityManager,
    private readonly vault: Vault,
  ) {}

  reveal(orderId: string, after?: OrderPiece): Promise<RevealedKeys> {
    return this.em.isInTransaction() || after ? this.revealOne(orderId, after) : this.reveals.run(orderId);
  }

  private async revealOne(orderId: string, after?: OrderPiece): Promise<RevealedKeys> {
    return this.revealed(await this.soldTo([orderId], after));
  }

  private revealed(rows: readonly SoldKey[]): RevealedKeys {
    return { keys: rows.map((row) => this.opened(row)), hasMore: rows.length < (rows[0]?.of_order ?? 0) };
  }

  /** `MOST_REVEALED_BYTES` of all orders together, and one key at least. The length of a ciphertext is known without reading it. */
  private async soldTo(orderIds: readonly string[], { line, slot } = { line: -1, slot: -1 }): Promise<SoldKey[]> {
    const { rows } = await sql<SoldKey>`
      select order_id, id, product_id, line, slot, ciphertext, nonce, key_version, of_order from (
        select a.order_id, k.id, k.product_id, a.line, a.slot, k.ciphertext, k.nonce, k.key_version,
          count(*) over (partition by a.order_id)::int as of_order,
          row_number() over by_place as place, sum(octet_length(k.ciphertext)) over by_place as bytes
        from allocation a join stock_key k on k.id = a.key_id and k.state = 'sold'
        where a.order_id = any(${[...orderIds]}::text[]) and (a.line, a.slot) > (${line}::int, ${slot}::int)
        window by_place as (order by a.order_id, a.line, a.slot)
      ) sold
      where bytes <= ${MOST_REVEALED_BYTES} or place = 1 order by order_id, line, slot`.execute(this.em.getKysely());
    return rows;
  }

  private opened({ id, product_id, line, slot, ciphertext, nonce, key_version }: SoldKey): DeliveredKey {
    return { line, slot, secret: this.vault.open({ ciphertext, nonce, keyVersion: key_version }, bind(id, product_id)) };
  }
}
