export { AwaitTransfer } from './application/await-transfer.ts';
export { EndUnpaidOrder } from './application/end-unpaid-order.ts';
export { PlaceOrder } from './application/place-order.ts';
export { type OpenOrders, Orders } from './application/ports.ts';
export { RecordRefund } from './application/record-refund.ts';
export { SendOverdueMails } from './application/send-overdue-mails.ts';
export { type Payment, type PaymentOutcome, TakePayment } from './application/take-payment.ts';
export { type Customer, type Order, type OrderDraft, type OrderLine } from './domain/order.ts';
