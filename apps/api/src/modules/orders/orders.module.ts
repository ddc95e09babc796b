import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { NotesModule } from '../notes/notes.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { HmacGuestLinks } from './adapters/hmac-guest-links.ts';
import { MikroOrmOrders, orderMapping } from './adapters/mikro-orm-orders.ts';
import { OrderLetterSheets } from './adapters/order-letter-sheets.ts';
import { OrderLetterWriter } from './adapters/order-letter-writer.ts';
import { OrdersOpsController } from './adapters/orders-ops.controller.ts';
import { OrdersController } from './adapters/orders.controller.ts';
import { SqlKeyReveals } from './adapters/sql-key-reveals.ts';
import { SqlOrderDesk } from './adapters/sql-order-desk.ts';
import { SqlOrderReads } from './adapters/sql-order-reads.ts';
import { RefundLetterSheets } from './adapters/refunds/refund-letter-sheets.ts';
import { SqlRefunds } from './adapters/refunds/sql-refunds.ts';
import { AbandonRefund } from './application/abandon-refund.ts';
import { AwaitTransfer } from './application/await-transfer.ts';
import { BounceRefund } from './application/bounce-refund.ts';
import { EndUnpaidOrder } from './application/end-unpaid-order.ts';
import { FillWaiting } from './application/fill-waiting.ts';
import { FindByKey } from './application/find-by-key.ts';
import { FindOrder } from './application/find-order.ts';
import { FinishRefund } from './application/finish-refund.ts';
import { GiveUpWaiting } from './application/give-up-waiting.ts';
import { GuestLinks } from './application/guest-links.ts';
import { HeedSignal } from './application/heed-signal.ts';
import { LosePart } from './application/lose-part.ts';
import { HelpBuyer } from './application/help-buyer.ts';
import { KeyReveals } from './application/key-reveals.ts';
import { NoteOrderLetter } from './application/note-order-letter.ts';
import { OrderDesk } from './application/order-desk.ts';
import { OrderNames } from './application/order-names.ts';
import { OrderReads } from './application/order-reads.ts';
import { PlaceOrder } from './application/place-order.ts';
import { OrderLimits, Orders, WaitLimits } from './application/ports.ts';
import { PrepareRefund } from './application/prepare-refund.ts';
import { RecordForeignRefund } from './application/record-foreign-refund.ts';
import { Refunds } from './application/refunds.ts';
import { ReplanFreedKeys } from './application/replan-freed-keys.ts';
import { ResendKeys } from './application/resend-keys.ts';
import { RevealKeys } from './application/reveal-keys.ts';
import { TakeKeys } from './application/take-keys.ts';
import { TakePayment } from './application/take-payment.ts';

@Module({
  imports: [MikroOrmModule.forFeature([orderMapping]), NotesModule, StockModule, UsersModule],
  controllers: [OrdersController, OrdersOpsController],
  providers: [
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: GuestLinks, useClass: HmacGuestLinks },
    { provide: OrderReads, useClass: SqlOrderReads },
    { provide: OrderDesk, useClass: SqlOrderDesk },
    { provide: Refunds, useClass: SqlRefunds },
    { provide: KeyReveals, useClass: SqlKeyReveals },
    { provide: OrderLimits, inject: [Config], useFactory: orderLimits },
    { provide: WaitLimits, inject: [Config], useFactory: ({ longestWaitMs }: Config): WaitLimits => ({ longestWaitMs }) },
    AbandonRefund,
    AwaitTransfer,
    BounceRefund,
    EndUnpaidOrder,
    FillWaiting,
    FindByKey,
    FindOrder,
    FinishRefund,
    GiveUpWaiting,
    HeedSignal,
    LosePart,
    HelpBuyer,
    NoteOrderLetter,
    OrderLetterSheets,
    RefundLetterSheets,
    OrderLetterWriter,
    OrderNames,
    PlaceOrder,
    PrepareRefund,
    RecordForeignRefund,
    ReplanFreedKeys,
    ResendKeys,
    RevealKeys,
    TakeKeys,
    TakePayment,
  ],
  exports: [
    Orders,
    OrderDesk,
    OrderReads,
    HeedSignal,
    HelpBuyer,
    KeyReveals,
    AbandonRefund,
    AwaitTransfer,
    BounceRefund,
    EndUnpaidOrder,
    FillWaiting,
    FinishRefund,
    GiveUpWaiting,
    PlaceOrder,
    PrepareRefund,
    RecordForeignRefund,
    Refunds,
    TakePayment,
  ],
})
export class OrdersModule {}

function orderLimits({ rateLimitScale }: Config): OrderLimits {
  return { looksPerHour: 30 * rateLimitScale, resendsPerDay: 3 * rateLimitScale };
}
