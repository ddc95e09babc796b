import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { type BuyerBlock, BuyerBlocks } from '../application/buyer-blocks.ts';
import { blockValuesOf, type BuyerTraits } from '../domain/buyer-block.ts';

@Injectable()
export class SqlBuyerBlocks extends BuyerBlocks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async of(buyer: BuyerTraits): Promise<readonly BuyerBlock[]> {
    const wanted = blockValuesOf(buyer);
    if (wanted.length === 0) return [];
    const { rows } = await sql<BuyerBlock>`select kind, reason from blocked_buyer
      join unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ value }) => value)}::text[]) as wanted (kind, value)
        using (kind, value)
      where ends_at is null or ends_at > ${this.clock.now()} order by kind, value`.execute(this.em.getKysely());
    return rows;
  }
}
