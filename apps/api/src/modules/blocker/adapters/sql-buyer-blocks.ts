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

  override async ofAll(buyers: readonly BuyerTraits[]): Promise<readonly (readonly BuyerBlock[])[]> {
    const wanted = buyers.flatMap((buyer, place) => blockValuesOf(buyer).map((block) => ({ ...block, place })));
    if (wanted.length === 0) return buyers.map(() => []);
    const { rows } = await sql<BuyerBlock & { place: number }>`select place, kind, reason from blocked_buyer
      join unnest(${wanted.map(({ place }) => place)}::integer[], ${wanted.map(({ kind }) => kind)}::text[],
        ${wanted.map(({ value }) => value)}::text[]) as wanted (place, kind, value) using (kind, value)
      where ends_at is null or ends_at > ${this.clock.now()} order by kind, value`.execute(this.em.getKysely());
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return buyers.map((_, place) => (byPlace.get(place) ?? []).map(({ kind, reason }) => ({ kind, reason })));
  }
}
