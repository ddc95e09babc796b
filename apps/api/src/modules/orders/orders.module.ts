import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { expiringOfOrders, PERSONAL } from './adapters/personal-data.ts';
import { Config } from '../../platform/config/config.ts';
import { NotesModule } from '../notes/notes.module.ts';
import { RiskModule } from '../risk/risk.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { HmacGuestLinks } from './adapters/hmac-guest-links.ts';
import { MikroOrmOrders, orderMapping } from './adapters/mikro-orm-orders.ts';
import { OrderMailTemplates } from './adapters/mails/order-mail-templates.ts';
import { OrderMailWriter } from './adapters/mails/order-mail-writer.ts';
import { OrderRecords } from './ops/order-records.ts';
import { OrdersOpsController } from './ops/orders-ops.controller.ts';
import { OrdersController } from './adapters/http/orders.controller.ts';
import { SqlKeyOrders } from './adapters/sql-key-orders.ts';
import { SqlKeyReveals } from './adapters/sql-key-reveals.ts';
import { SqlBuyerRefunds } from './ops/sql-buyer-refunds.ts';
import { SqlStaffOrders } from './ops/sql-staff-orders.ts';
import { SqlOrderHistory } from './ops/sql-order-history.ts';
import { SqlOrderPayments } from './ops/sql-order-payments.ts';
import { SqlOrderProblems } from './ops/sql-order-problems.ts';
import { SqlOrderReads } from './adapters/sql-order-reads.ts';
import { SqlOrderVisits } from './adapters/sql-order-visits.ts';
import { SqlRefunds } from './adapters/sql-refunds.ts';
import { SqlBoughtPieces } from './adapters/sql-bought-pieces.ts';
import { AwaitTransfer } from './application/await-transfer.ts';
import { EndUnpaidOrder } from './application/end-unpaid-order.ts';
import { FulfilBackorders } from './application/fulfil-backorders.ts';
import { FindByKey } from './application/ops/find-by-key.ts';
import { FindOrder } from './application/find-order.ts';
import { GuestLinks } from './application/guest-links.ts';
import { HelpBuyer } from './application/ops/help-buyer.ts';
import { KeyReveals } from './application/views/key-reveals.ts';
import { LinkLargeKeys } from './application/link-large-keys.ts';
import { NoteOrderMail } from './application/note-order-mail.ts';
import { NoteVisits } from './application/views/note-visits.ts';
import { BuyerRefunds } from './application/ops/buyer-refunds.ts';
import { StaffOrders } from './application/ops/staff-orders.ts';
import { OrderNames } from './application/ops/order-names.ts';
import { OrderHistory } from './application/ops/order-history.ts';
import { OrderPayments } from './application/ops/order-payments.ts';
import { OrderProblems } from './application/ops/order-problems.ts';
import { OrderTimeline } from './application/ops/order-timeline.ts';
import { OrderReads } from './application/order-reads.ts';
import { OrderVisits } from './application/views/order-visits.ts';
import { PlaceOrder } from './application/place-order.ts';
import { BoughtPieces, OrderLimits, Orders, WaitLimits } from './application/ports.ts';
import { Refunds } from './application/refunds.ts';
import { ReplanFreedKeys } from './application/replan-freed-keys.ts';
import { ResendKeys } from './application/resend-keys.ts';
import { RevealKeys } from './application/views/reveal-keys.ts';
import { WithholdKeys } from './application/risk/withhold-keys.ts';
import { EndExcludedWait } from './application/supply/end-excluded-wait.ts';
import { SupplierNumbers } from './application/supply/supplier-numbers.ts';
import { TakeReplacement } from './application/supply/take-replacement.ts';
import { TellWaiting } from './application/supply/tell-waiting.ts';
import { TakePayment } from './application/take-payment.ts';
import { TableFigures } from '../../platform/metrics/table-figures.ts';
import { ORDER_FIGURES } from './adapters/order-figures.ts';

@Module({
  imports: [MikroOrmModule.forFeature([orderMapping]), NotesModule, RiskModule, StockModule, UsersModule],
  controllers: [OrdersController, OrdersOpsController],
  providers: [
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: GuestLinks, useClass: HmacGuestLinks },
    { provide: OrderReads, useClass: SqlOrderReads },
    { provide: StaffOrders, useClass: SqlStaffOrders },
    { provide: OrderPayments, useClass: SqlOrderPayments },
    { provide: OrderProblems, useClass: SqlOrderProblems },
    { provide: OrderHistory, useClass: SqlOrderHistory },
    { provide: Refunds, useClass: SqlRefunds },
    { provide: BuyerRefunds, useClass: SqlBuyerRefunds },
    { provide: BoughtPieces, useClass: SqlBoughtPieces },
    { provide: KeyReveals, useClass: SqlKeyReveals },
    { provide: OrderVisits, useClass: SqlOrderVisits },
    { provide: OrderLimits, inject: [Config], useFactory: orderLimits },
    { provide: WaitLimits, inject: [Config], useFactory: ({ longestWaitMs }: Config): WaitLimits => ({ longestWaitMs }) },
    AwaitTransfer,
    EndExcludedWait,
    EndUnpaidOrder,
    FulfilBackorders,
    FindByKey,
    FindOrder,
    HelpBuyer,
    LinkLargeKeys,
    NoteOrderMail,
    NoteVisits,
    OrderMailTemplates,
    OrderMailWriter,
    OrderNames,
    OrderRecords,
    OrderTimeline,
    PlaceOrder,
    ReplanFreedKeys,
    ResendKeys,
    RevealKeys,
    SqlKeyOrders,
    SupplierNumbers,
    TakePayment,
    TakeReplacement,
    TellWaiting,
    WithholdKeys,
  ],
  exports: [
    Orders,
    BoughtPieces,
    BuyerRefunds,
    StaffOrders,
    OrderHistory,
    OrderPayments,
    OrderProblems,
    OrderReads,
    OrderTimeline,
    HelpBuyer,
    KeyReveals,
    NoteOrderMail,
    OrderVisits,
    AwaitTransfer,
    EndExcludedWait,
    EndUnpaidOrder,
    FulfilBackorders,
    PlaceOrder,
    Refunds,
    SupplierNumbers,
    TakePayment,
    TakeReplacement,
    WithholdKeys,
  ],
})
export class OrdersModule {
  constructor(
    figures: TableFigures,
    retention: Retention,
    personal: PersonalTables,
    tasks: RecurringTasks,
    fulfilBackorders: FulfilBackorders,
    tellWaiting: TellWaiting,
    config: Config,
  ) {
    figures.add(ORDER_FIGURES);
    retention.add(...expiringOfOrders(config.retention));
    personal.add(...PERSONAL);
    tasks.add(
      { name: 'fill-waiting', everyMs: 60_000, run: () => fulfilBackorders.run() },
      { name: 'tell-waiting', everyMs: 30_000, run: () => tellWaiting.run() },
    );
  }
}

function orderLimits({ rateLimitScale }: Config): OrderLimits {
  return { looksPerHour: 30 * rateLimitScale, resendsPerDay: 3 * rateLimitScale };
}
