export { AwaitTransfer } from './application/await-transfer.ts';
export { EndUnpaidOrder } from './application/end-unpaid-order.ts';
export { FulfilBackorders } from './application/fulfil-backorders.ts';
export { KeyReveals } from './application/views/key-reveals.ts';
export { NoteOrderMail } from './application/note-order-mail.ts';
export { type StaffOrder, type MadeRefund, StaffOrders } from './application/ops/staff-orders.ts';
export { type BuyerRefund, BuyerRefunds } from './application/ops/buyer-refunds.ts';
export { OrderPayments, type OrderState } from './application/ops/order-payments.ts';
export { OrderProblems } from './application/ops/order-problems.ts';
export { OrderHistory, type PaidOrder } from './application/ops/order-history.ts';
export { OrderTimeline, type SourceEntry } from './application/ops/order-timeline.ts';
export { haveKeysLeft, keysMail, nextKeysMail } from './application/order-mails.ts';
export { OrderVisits } from './application/views/order-visits.ts';
export { OrderReads } from './application/order-reads.ts';
export { PlaceOrder } from './application/place-order.ts';
export { BoughtPieces, type Buyer, type OpenOrders, Orders } from './application/ports.ts';
export { isAutomatic, type NewRefund, piecesGoneBy, type Refund, Refunds, sentBy } from './application/refunds.ts';
export { checkoutToAssess } from './application/risk/order-to-assess.ts';
export { WithholdKeys } from './application/risk/withhold-keys.ts';
export { EndExcludedWait } from './application/supply/end-excluded-wait.ts';
export { type SupplierNumberReads, SupplierNumbers } from './application/supply/supplier-numbers.ts';
export { type ReplacedPiece, TakeReplacement } from './application/supply/take-replacement.ts';
export { PAYMENT_DIFFERENCES, TakePayment } from './application/take-payment.ts';
export {
  type Customer,
  FRAUD_WARNING,
  LOST_IN_PART,
  type Order,
  type OrderEvent,
  type OrderLine,
  REGION_ENDED,
  RISK_ENDED,
  RISK_HOLD,
  type Step,
  TOO_FEW_KEYS,
} from './domain/order.ts';
export { networkRange } from './domain/network-range.ts';
export {
  IdempotencyKeyTaken,
  KeyIsAnother,
  OrderNotFound,
  OrderNotOnHold,
  OrderNumberTaken,
  PaidMeanwhile,
  RefundUnderWay,
  TooFewKeys,
} from './domain/order-errors.ts';
export { allPieces, hasPiece, isSamePieces, type Piece, piecesInWords, piecesOfLineAt, piecesWithout } from './domain/pieces.ts';
export { sampleKeys, sampleOrder } from './adapters/mails/sample-order.ts';
