import { Injectable } from '@nestjs/common';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { type BuyerBlockKind, blockValue } from '../domain/buyer-block.ts';
import { BlockUnfit, NotBlocked } from './blocklist-admin.ts';

export interface NewBuyerBlock {
  /** Used where the value is not blocked yet. */
  readonly id: string;
  readonly kind: BuyerBlockKind;
  /** As `blockValue` gives it. */
  readonly value: string;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  /** Null: until somebody removes it. */
  readonly endsAt: Date | null;
}

export abstract class BuyerBlocklist {
  /** JSON in the wire's shape, newest first. `kind`, `value`: undefined for all. */
  abstract list(
    filter: { readonly kind: BuyerBlockKind | undefined; readonly value: string | undefined },
    window: ListWindow,
  ): Promise<{ items: unknown[]; total: number }>;
  /** Answers the id of the block. One for each kind and value: a later call replaces reason and end, and keeps the id. */
  abstract put(block: NewBuyerBlock): Promise<string>;
  /** Answers its kind; null where there is no such block. */
  abstract remove(id: string): Promise<BuyerBlockKind | null>;
}

const EXAMPLES: Readonly<Record<BuyerBlockKind, string>> = {
  email: 'an e-mail address, such as eve@example.com',
  domain: 'a domain, such as mail.example',
  card: "the provider's fingerprint of a card, such as Xt5EWLLDS7FJjR1c, and never its number",
  account: 'the id of an account, 26 letters and digits',
};

/** Blocks buyers and frees them. The audit log has the id and the kind of a block, not its value, which may name a person. */
@Injectable()
export class BlockBuyers {
  constructor(
    private readonly blocklist: BuyerBlocklist,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Answers the id and the value as it is compared. @throws BlockUnfit */
  block(kind: BuyerBlockKind, text: string, endsAt: Date | null, act: StaffAct): Promise<{ id: string; value: string }> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const value = blockValue(kind, text);
      if (value === null) throw new BlockUnfit('value', `Give ${EXAMPLES[kind]}.`);
      if (endsAt !== null && endsAt <= at) throw new BlockUnfit('endsAt', 'The end lies in the past.');
      const id = await this.blocklist.put({ id: this.ids.next(), kind, value, reason: act.reason, by: act.by.name, at, endsAt });
      const after = { kind, endsAt: endsAt?.toISOString() ?? null };
      await this.audit.record({ ...act, action: 'blocker.buyer', subject: { type: 'buyer-block', id }, after });
      return { id, value };
    });
  }

  /** @throws NotBlocked */
  free(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const kind = await this.blocklist.remove(id);
      if (kind === null) throw new NotBlocked();
      await this.audit.record({ ...act, action: 'blocker.buyer-free', subject: { type: 'buyer-block', id }, before: { kind } });
    });
  }
}
