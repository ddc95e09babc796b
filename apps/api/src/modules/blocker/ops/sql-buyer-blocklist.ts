import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { BuyerBlocklist, type NewBuyerBlock } from '../application/block-buyers.ts';
import type { BuyerBlockKind } from '../domain/buyer-block.ts';

const WIRE_TIME = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

@Injectable()
export class SqlBuyerBlocklist extends BuyerBlocklist {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list({ kind, value }: { kind: BuyerBlockKind | undefined; value: string | undefined }, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`json_build_object('id', id, 'kind', kind, 'value', value, 'reason', reason, 'blockedBy', changed_by,
        'blockedAt', to_char(created_at at time zone 'utc', ${WIRE_TIME}),
        'endsAt', to_char(ends_at at time zone 'utc', ${WIRE_TIME})) as item`,
      from: sql`blocked_buyer`,
      where: whereAll([kind !== undefined && sql`kind = ${kind}`, value !== undefined && sql`value = ${value}`]),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async put({ id, kind, value, reason, by, at, endsAt }: NewBuyerBlock): Promise<string> {
    const { rows } = await sql<{ id: string }>`insert into blocked_buyer (id, kind, value, reason, created_at, changed_by, ends_at)
      values (${id}, ${kind}, ${value}, ${reason}, ${at}, ${by}, ${endsAt})
      on conflict (kind, value) do update
        set reason = excluded.reason, changed_by = excluded.changed_by, ends_at = excluded.ends_at
      returning id`.execute(this.em.getKysely());
    return rows[0]?.id ?? id;
  }

  override async remove(id: string): Promise<BuyerBlockKind | null> {
    const { rows } = await sql<{ kind: BuyerBlockKind }>`delete from blocked_buyer where id = ${id} returning kind`.execute(
      this.em.getKysely(),
    );
    return rows[0]?.kind ?? null;
  }
}
