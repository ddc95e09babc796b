import { Injectable } from '@nestjs/common';
import { Letters } from '../../../../shared/ports.ts';
import { KeyReturns, KeyStock } from '../../../stock/index.ts';
import { KeyReveals, nextKeysLetter, type Order, type OrderEvent, type Refund, type Step } from '../../../orders/index.ts';

/** What became of the keys: none were sold, nobody can have seen them, or somebody may have. */
export type KeysTaken = 'none' | 'back in stock' | 'burnt';

/** Takes the keys of refunded pieces from the buyer, under the order's lock. What is only reserved, or waited for, is free again. */
@Injectable()
export class TakeKeys {
  constructor(
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
    private readonly letters: Letters,
  ) {}

  /** The events are still to be saved with the order. */
  async run(
    order: Order,
    { pieces, amountMinor, isWhole }: Pick<Refund, 'pieces' | 'amountMinor' | 'isWhole'>,
    step: Step,
  ): Promise<{ events: OrderEvent[]; keys: KeysTaken; keyIds: string[] }> {
    const events = order.giveUpWaiting(step);
    await this.stock.release(order.id);
    // A mail in hand for the mail server cannot be taken back; one that waits can, and then nobody has seen the keys.
    const withdrawn = await this.letters.withdraw(order.id, 'keys');
    const wasSeen = await this.reveals.wasRevealed(order.id);
    const keyIds = await this.returns.takeBack(order.id, pieces, wasSeen ? 'burnt' : 'available');
    const isLast = isWhole || amountMinor >= order.leftMinor();
    if (withdrawn > 0 && !isLast) await this.letters.plan(await nextKeysLetter(this.letters, order.id));
    return { events, keys: keyIds.length === 0 ? 'none' : wasSeen ? 'burnt' : 'back in stock', keyIds };
  }
}
