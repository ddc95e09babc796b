import type { Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox } from '../../../../shared/ports.ts';
import { type KeySecret, KeyReturns, OrderKeys } from '../../../stock/index.ts';
import type { OrderLine } from '../../domain/order.ts';
import { BuyerRemoved, NoKeysToSend, NoSuchKeyInOrder, OrderNotFound } from '../../domain/order-errors.ts';
import { hasPiece, type Piece } from '../../domain/pieces.ts';
import { planKeysMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';

/** A key that an order has, and what was paid for it. */
export interface KeyToReplace {
  readonly keyId: string;
  readonly line: OrderLine;
  readonly currency: Currency;
}

/** A piece of an order and the key that it had when another one was asked for. */
export type ReplacedPiece = Piece & { readonly keyId: string };

/** Keys that are bought to replace a key of a delivered order. Each method runs inside the caller's transaction. */
@Injectable()
export class TakeReplacement {
  constructor(
    private readonly orders: Orders,
    private readonly returns: KeyReturns,
    private readonly orderKeys: OrderKeys,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /** The key of a piece. Locks the order. @throws OrderNotFound, NoKeysToSend, BuyerRemoved, NoSuchKeyInOrder */
  async keyOf(orderId: string, place: Piece): Promise<KeyToReplace> {
    const order = await this.orders.forUpdate(orderId);
    if (!order) throw new OrderNotFound();
    if (!order.showsKeys()) throw new NoKeysToSend();
    if (!order.hasBuyer()) throw new BuyerRemoved();
    const line = order.lines[place.line];
    const keyId = await this.keyAt(orderId, place);
    if (!line || keyId === null) throw new NoSuchKeyInOrder();
    return { keyId, line, currency: order.currency };
  }

  /** Whether the buyer still has that key, and can get another one. */
  async isWanted(orderId: string, { keyId, ...place }: ReplacedPiece): Promise<boolean> {
    const order = await this.orders.ofId(orderId);
    return order?.canGetKeys() === true && (await this.keyAt(orderId, place)) === keyId;
  }

  /**
   * Burns the key of the piece, gives the order the bought one, and mails its keys with the new one marked. `gone`: the buyer does not have
   * that key any more, or nobody knows who the buyer is; `known`: the shop had the bought one before. Both change nothing.
   * Answers the new key's id in stock.
   * @param from what the timeline says of where it came from
   */
  async run(
    orderId: string,
    piece: ReplacedPiece,
    secret: KeySecret,
    { by, seller, ...from }: { readonly by: string; readonly seller: string; readonly purchase: string },
  ): Promise<{ readonly keyId: string } | 'gone' | 'known'> {
    const order = await this.orders.forUpdate(orderId);
    if (!order?.canGetKeys()) return 'gone';
    const given = await this.returns.replaceBy(orderId, piece, secret, seller);
    if (given === 'known') return given;
    if (given === 'no such key') return 'gone';
    await planKeysMail(this.mails, orderId, { line: piece.line, slot: piece.slot });
    const data = { line: piece.line + 1, slot: piece.slot + 1, burntKeyId: piece.keyId, ...from };
    await this.orders.save(order, [{ kind: 'key_replaced', actor: by, data, at: this.clock.now() }]);
    return given;
  }

  private async keyAt(orderId: string, place: Piece): Promise<string | null> {
    const keys = await this.orderKeys.of(orderId);
    return keys.find(({ piece, state }) => state === 'sold' && piece !== null && hasPiece([piece], place))?.keyId ?? null;
  }
}
