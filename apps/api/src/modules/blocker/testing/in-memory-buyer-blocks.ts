import type { Clock } from '../../../shared/ports.ts';
import { type BuyerBlock, BuyerBlocks } from '../application/buyer-blocks.ts';
import { type BuyerBlockKind, blockValuesOf, type BuyerTraits } from '../domain/buyer-block.ts';

export interface BlockedBuyer extends BuyerBlock {
  readonly kind: BuyerBlockKind;
  readonly value: string;
  readonly endsAt: Date | null;
}

export class InMemoryBuyerBlocks extends BuyerBlocks {
  readonly all: BlockedBuyer[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  override async ofAll(buyers: readonly BuyerTraits[]): Promise<readonly (readonly BuyerBlock[])[]> {
    return buyers.map((buyer) => this.blocksOf(buyer));
  }

  private blocksOf(buyer: BuyerTraits): BuyerBlock[] {
    const wanted = blockValuesOf(buyer);
    return this.all
      .filter(({ endsAt }) => endsAt === null || endsAt > this.clock.now())
      .filter((block) => wanted.some(({ kind, value }) => kind === block.kind && value === block.value))
      .map(({ kind, reason }) => ({ kind, reason }));
  }
}
