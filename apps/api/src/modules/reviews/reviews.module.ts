import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { PERSONAL } from './adapters/personal-data.ts';
import { OrdersPurchases } from './adapters/orders-purchases.ts';
import { ReviewsOpsController } from './ops/reviews-ops.controller.ts';
import { ReviewsController } from './adapters/reviews.controller.ts';
import { SqlReviewReads } from './adapters/sql-review-reads.ts';
import { SqlReviewList } from './ops/sql-review-list.ts';
import { MikroOrmReviews, reviewMapping } from './adapters/mikro-orm-reviews.ts';
import { LeaveReview } from './application/leave-review.ts';
import { Purchases, Reviews } from './application/ports.ts';
import { ReviewAdmin, ReviewList } from './application/review-admin.ts';
import { ReviewReads } from './application/review-reads.ts';

@Module({
  imports: [MikroOrmModule.forFeature([reviewMapping]), CatalogModule, OrdersModule, UsersModule],
  controllers: [ReviewsController, ReviewsOpsController],
  providers: [
    { provide: ReviewReads, useClass: SqlReviewReads },
    { provide: Reviews, useClass: MikroOrmReviews },
    { provide: Purchases, useClass: OrdersPurchases },
    { provide: ReviewList, useClass: SqlReviewList },
    LeaveReview,
    ReviewAdmin,
  ],
})
export class ReviewsModule {
  constructor(personal: PersonalTables) {
    personal.add(...PERSONAL);
  }
}
