import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { CartValidationController } from './adapters/cart-validation.controller.ts';
import { CheckCart } from './application/check-cart.ts';

@Module({
  imports: [CatalogModule, StockModule, OrdersModule],
  controllers: [CartValidationController],
  providers: [CheckCart],
  exports: [CheckCart],
})
export class CartValidationModule {}
