import { Injectable } from '@nestjs/common';
import { BlockedCountries, BuyerBlocks } from '../../blocker/index.ts';
import { type Blockables, BlockListMatches } from '../application/ports.ts';
import type { Blockable } from '../domain/signals.ts';

/** The lists that the staff keeps in the module of blocks. */
@Injectable()
export class ListedBuyerBlocks extends BlockListMatches {
  constructor(
    private readonly blocks: BuyerBlocks,
    private readonly blockedCountries: BlockedCountries,
  ) {
    super();
  }

  override async of(orders: readonly Blockables[]): Promise<ReadonlyMap<string, readonly Blockable[]>> {
    const blocks = await this.blocks.ofAll(orders.map(({ email, card, account }) => ({ email, cardFingerprint: card, userId: account })));
    return new Map(orders.map(({ orderId }, place) => [orderId, [...new Set(blocks[place]?.map(({ kind }) => kind))]]));
  }

  override countries(codes: readonly string[]): Promise<ReadonlySet<string>> {
    return this.blockedCountries.among(codes);
  }
}
