import { Module } from '@nestjs/common';
import { ReviewsController } from './adapters/reviews.controller.ts';
import { SqlReviewReads } from './adapters/sql-review-reads.ts';
import { ReviewReads } from './application/review-reads.ts';

@Module({ controllers: [ReviewsController], providers: [{ provide: ReviewReads, useClass: SqlReviewReads }] })
export class ReviewsModule {}
