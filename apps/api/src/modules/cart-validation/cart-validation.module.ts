import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CartValidationController } from './adapters/cart-validation.controller.ts';
import { SqlCustomerLimits } from './adapters/sql-customer-limits.ts';
import { CheckCart } from './application/check-cart.ts';
import { CustomerLimits, LimitCustomers } from './application/customer-limits.ts';
import { CustomerLimitsOpsController } from './ops/customer-limits-ops.controller.ts';

@Module({
  imports: [CatalogModule, StockModule, OrdersModule, UsersModule],
  controllers: [CartValidationController, CustomerLimitsOpsController],
  providers: [{ provide: CustomerLimits, useClass: SqlCustomerLimits }, CheckCart, LimitCustomers],
  exports: [CheckCart],
})
export class CartValidationModule {}
