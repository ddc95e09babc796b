import type { Clock } from '../../../shared/ports.ts';
import { FixedClock } from '../../../testing/fakes.ts';
import type { BuyerBlock } from '../../blocker/application/buyer-blocks.ts';
import { InMemoryBuyerBlocks } from '../../blocker/testing/in-memory-buyer-blocks.ts';
import { BlockListMatches, type Blockables } from '../application/ports.ts';
import type { Blockable } from '../domain/signals.ts';

export class InMemoryBlockLists extends BlockListMatches {
  readonly blockedCountries = new Set<string>();
  private readonly blocks: InMemoryBuyerBlocks;

  constructor(clock: Clock = new FixedClock()) {
    super();
    this.blocks = new InMemoryBuyerBlocks(clock);
  }

  /** `value` as the lists have it: a mailbox, a domain in lower case, a fingerprint, an account's id. */
  block(kind: BuyerBlock['kind'], value: string, endsAt: Date | null = null): void {
    this.blocks.all.push({ kind, value, reason: 'test', endsAt });
  }

  override async of(orders: readonly Blockables[]): Promise<ReadonlyMap<string, readonly Blockable[]>> {
    const blocks = await this.blocks.ofAll(orders.map(({ email, card, account }) => ({ email, cardFingerprint: card, userId: account })));
    return new Map(orders.map(({ orderId }, place) => [orderId, [...new Set(blocks[place]?.map(({ kind }) => kind))]]));
  }

  override async countries(codes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(codes.filter((code) => this.blockedCountries.has(code)));
  }
}
