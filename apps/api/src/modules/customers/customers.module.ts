import { Module } from '@nestjs/common';
import { NotesModule } from '../notes/notes.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CustomersOpsController } from './ops/customers-ops.controller.ts';

/** Customers as the staff sees them: accounts, their orders and notes, each from its own module. Holds no table. */
@Module({
  imports: [NotesModule, OrdersModule, UsersModule],
  controllers: [CustomersOpsController],
})
export class CustomersModule {}
