import { allPieces, hasPiece, type Order, type Piece, piecesWithout } from '../../../orders/index.ts';
import { NoSuchLine, NothingToRefund, RefundTooHigh } from '../../domain/payment-errors.ts';

/** Refund of one line: named pieces, a number of pieces, or all that were not refunded. Numbers from 0. */
interface LinePick {
  readonly line: number;
  readonly slots?: readonly number[];
  /** Of those not refunded: first the ones with unseen keys, then the others, the last ones of each. */
  readonly count?: number;
}

/** `pieces`: items with their keys. `goodwill`: an amount in minor units, and the buyer keeps every key. */
export type RefundRequest =
  { readonly kind: 'pieces'; readonly picks: readonly LinePick[] } | { readonly kind: 'goodwill'; readonly amountMinor: number };

/** The content of one refund. */
export interface RefundPlan {
  readonly kind: 'pieces' | 'goodwill';
  readonly pieces: readonly Piece[];
  readonly amountMinor: number;
  /** The whole remaining payment. */
  readonly isWhole: boolean;
}

/** Pieces of an order that were refunded before, and those whose keys anybody may have seen. */
export interface KnownPieces {
  readonly gone: readonly Piece[];
  readonly seen: readonly Piece[];
}

interface LeftPieces {
  readonly left: readonly Piece[];
  readonly seen: readonly Piece[];
}

/**
 * `request` null: everything that is left. A piece is refunded at its sold price, and the last ones with the rest, so that refunds never
 * exceed the payment. @throws NoSuchLine, NothingToRefund, RefundTooHigh
 */
export function planRefund(order: Order, request: RefundRequest | null, { gone, seen }: KnownPieces): RefundPlan {
  const known = { left: piecesWithout(allPieces(order.lines), gone), seen };
  const plan = request?.kind === 'goodwill' ? { ...request, pieces: [], isWhole: false } : piecesPlan(order, request?.picks ?? null, known);
  refuseImpossible(order, plan);
  return plan;
}

function piecesPlan(order: Order, picks: readonly LinePick[] | null, known: LeftPieces): RefundPlan {
  const { left } = known;
  const wanted = picks === null ? left : allPicked(order, picks, known);
  const pieces = left.filter((piece) => hasPiece(wanted, piece));
  const isWhole = pieces.length === left.length;
  // All pieces have gone back, and the bank has returned some of the money.
  const isMoneyAlone = picks === null && order.leftMinor() > 0;
  if (pieces.length === 0 && !isMoneyAlone) throw new NothingToRefund('it has gone back already');
  const price = pieces.reduce((sum, { line }) => sum + (order.lines[line]?.unitMinor ?? 0), 0);
  return { kind: 'pieces', pieces, amountMinor: isWhole ? order.leftMinor() : price, isWhole };
}

/** Counts after the rest, each of what is left by then: a line may be named more than once. */
function allPicked(order: Order, picks: readonly LinePick[], { left, seen }: LeftPieces): Piece[] {
  const named = picks.filter(({ count }) => count === undefined).flatMap((pick) => picked(order, pick, { left, seen }));
  return picks
    .filter(({ count }) => count !== undefined)
    .reduce<Piece[]>((wanted, pick) => [...wanted, ...picked(order, pick, { left: piecesWithout(left, wanted), seen })], named);
}

function picked(order: Order, { line, slots, count }: LinePick, { left, seen }: LeftPieces): Piece[] {
  const bought = order.lines[line]?.quantity;
  const isWholeLine = slots === undefined && count === undefined;
  if (bought === undefined || slots?.some((slot) => slot >= bought)) throw new NoSuchLine(isWholeLine ? 'lines' : 'pieces');
  const ofLine = left.filter((piece) => piece.line === line);
  const wanted = slots?.map((slot) => ({ line, slot })) ?? unseenFirst(ofLine, seen).slice(0, count ?? ofLine.length);
  if (wanted.length === 0 || (count ?? 0) > ofLine.length || wanted.some((piece) => !hasPiece(ofLine, piece)))
    throw new NothingToRefund('it has gone back already');
  return wanted;
}

/** A key that nobody has seen can be sold again. */
function unseenFirst(pieces: readonly Piece[], seen: readonly Piece[]): Piece[] {
  const lastFirst = pieces.toReversed();
  return [...piecesWithout(lastFirst, seen), ...lastFirst.filter((piece) => hasPiece(seen, piece))];
}

function refuseImpossible(order: Order, { isWhole, amountMinor }: RefundPlan): void {
  if (order.paymentIntentId === null || order.paidAt === null) throw new NothingToRefund('nothing was paid');
  if (order.status === 'refunded') throw new NothingToRefund('the order is refunded');
  if (order.status === 'charged_back') throw new NothingToRefund('the dispute was lost, and the bank took the money');
  if (!order.isRefundable(isWhole ? 'whole' : 'part'))
    throw new NothingToRefund(`an order that is ${order.status} is refunded in full only`);
  if (amountMinor === 0) throw new NothingToRefund('these lines cost nothing');
  // A partial refund of the whole payment would end the order while its buyer has keys.
  if (!isWhole && amountMinor >= order.leftMinor()) throw new RefundTooHigh(order.leftMinor(), order.currency);
}
