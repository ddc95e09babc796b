import { Injectable } from '@nestjs/common';
import { MailOutbox } from '../../../../shared/ports.ts';
import { KeyReturns, KeyStock } from '../../../stock/index.ts';
import {
  allPieces,
  hasPiece,
  KeyReveals,
  nextKeysMail,
  type Order,
  piecesWithout,
  type OrderEvent,
  type Refund,
  type Step,
} from '../../../orders/index.ts';

/** State of the keys: none were sold, nobody can have seen them, or somebody may have seen one; that is burnt, the others are not. */
export type KeysTaken = 'none' | 'back in stock' | 'burnt';

/** Revokes the keys of refunded pieces, under the order's lock. Reservations and waits are released. */
@Injectable()
export class RevokeKeys {
  constructor(
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
    private readonly mails: MailOutbox,
  ) {}

  /** The events must be saved with the order. */
  async run(
    order: Order,
    { pieces, amountMinor, isWhole }: Pick<Refund, 'pieces' | 'amountMinor' | 'isWhole'>,
    step: Step,
  ): Promise<{ events: OrderEvent[]; keys: KeysTaken; keyIds: string[] }> {
    const events = order.giveUpWaiting(step);
    await this.stock.release(order.id);
    // A mail that is being sent cannot be withdrawn; a pending one can, and then nobody has seen the keys.
    const withdrawn = await this.mails.withdraw(order.id, 'keys');
    const seen = await this.reveals.piecesSeen(order.id);
    const burnt = await this.returns.takeBack(
      order.id,
      pieces.filter((piece) => hasPiece(seen, piece)),
      'burnt',
    );
    const unseen = await this.returns.takeBack(order.id, piecesWithout(pieces, seen), 'available');
    const keyIds = [...burnt, ...unseen];
    const isLast = isWhole || amountMinor >= order.leftMinor();
    if (withdrawn > 0 && !isLast) await this.mails.plan(await nextKeysMail(this.mails, order.id));
    return { events, keys: keyIds.length === 0 ? 'none' : burnt.length > 0 ? 'burnt' : 'back in stock', keyIds };
  }

  /**
   * After a refund of a part, or of goodwill, was made: with what was refunded while it was under way it may be the rest of the payment. Then
   * no key stays with the buyer. Returns the ids of those that it has revoked.
   */
  async revokeRestIfEnded(order: Order, { isWhole }: Pick<Refund, 'isWhole'>, step: Step): Promise<string[]> {
    if (isWhole || order.status !== 'refunded') return [];
    return (await this.run(order, { pieces: allPieces(order.lines), amountMinor: 0, isWhole: true }, step)).keyIds;
  }
}
