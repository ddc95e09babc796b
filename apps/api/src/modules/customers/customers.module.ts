import { Module } from '@nestjs/common';
import { NotesModule } from '../notes/notes.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CustomersOpsController } from './ops/customers-ops.controller.ts';

/** Customers for staff: accounts, their orders and notes, each from its own module. Owns no table. */
@Module({
  imports: [NotesModule, OrdersModule, UsersModule],
  controllers: [CustomersOpsController],
})
export class CustomersModule {}
