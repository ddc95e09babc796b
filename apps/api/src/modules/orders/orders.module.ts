import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { StockModule } from '../stock/stock.module.ts';
import { DeliveryWorker } from './adapters/delivery.worker.ts';
import { MikroOrmOrders, orderMapping } from './adapters/mikro-orm-orders.ts';
import { SqlOrderMails } from './adapters/sql-order-mails.ts';
import { StorefrontOrderLetters } from './adapters/storefront-order-letters.ts';
import { AwaitTransfer } from './application/await-transfer.ts';
import { EndUnpaidOrder } from './application/end-unpaid-order.ts';
import { PlaceOrder } from './application/place-order.ts';
import { OrderMails, Orders } from './application/ports.ts';
import { RecordRefund } from './application/record-refund.ts';
import { OrderLetters, SendOrderMail } from './application/send-order-mail.ts';
import { SendOverdueMails } from './application/send-overdue-mails.ts';
import { TakePayment } from './application/take-payment.ts';

@Module({
  imports: [MikroOrmModule.forFeature([orderMapping]), StockModule],
  providers: [
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: OrderMails, useClass: SqlOrderMails },
    { provide: OrderLetters, useClass: StorefrontOrderLetters },
    AwaitTransfer,
    EndUnpaidOrder,
    PlaceOrder,
    RecordRefund,
    SendOrderMail,
    SendOverdueMails,
    TakePayment,
    DeliveryWorker,
  ],
  exports: [Orders, AwaitTransfer, EndUnpaidOrder, PlaceOrder, RecordRefund, SendOverdueMails, TakePayment],
})
export class OrdersModule {}
