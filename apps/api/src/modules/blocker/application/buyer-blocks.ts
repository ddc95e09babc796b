import type { BuyerBlockKind, BuyerTraits } from '../domain/buyer-block.ts';

/** A block that concerns a buyer. */
export interface BuyerBlock {
  readonly kind: BuyerBlockKind;
  /** What the staff noted. Not for buyers, and not for logs. */
  readonly reason: string;
}

/** Blocked e-mail addresses, domains, cards and accounts, managed by ops. */
export abstract class BuyerBlocks {
  /** The blocks that concern this buyer now; none: nothing is blocked. Ended blocks do not count. */
  async of(buyer: BuyerTraits): Promise<readonly BuyerBlock[]> {
    return (await this.ofAll([buyer]))[0] ?? [];
  }

  /** The same for many buyers, in their order, in one statement. */
  abstract ofAll(buyers: readonly BuyerTraits[]): Promise<readonly (readonly BuyerBlock[])[]>;
}
