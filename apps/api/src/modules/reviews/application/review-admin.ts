import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import type { Review } from '../domain/review.ts';
import { Reviews } from './ports.ts';

export interface ReviewFilter {
  /** Own id. */
  readonly productId?: string;
  readonly isHidden?: boolean;
  readonly rating?: number;
}

/** Reviews as staff see them, hidden ones included. */
export abstract class ReviewList {
  /** JSON in the wire's shape, latest first. */
  abstract list(filter: ReviewFilter, window: ListWindow): Promise<{ items: unknown[]; total: number }>;
}

export class ReviewNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such review.');
  }
}

/** Hides, shows and removes what buyers wrote. The audit log has the id of the review, not its text. */
@Injectable()
export class ReviewAdmin {
  constructor(
    private readonly reviews: Reviews,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** A hidden review stays hidden when its author writes it anew. @throws ReviewNotFound */
  setHidden(id: string, isHidden: boolean, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const review = await this.found(id);
      if (review.isHidden === isHidden) return;
      const before = logged(review);
      review.setHidden(isHidden, act.by.name);
      await this.reviews.save(review);
      const action = isHidden ? 'reviews.hide' : 'reviews.show';
      await this.audit.record({ ...act, action, subject: { type: 'review', id }, before, after: logged(review) });
    });
  }

  /** For good; its author may write another. @throws ReviewNotFound */
  remove(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const review = await this.found(id);
      await this.reviews.remove(review);
      await this.audit.record({ ...act, action: 'reviews.remove', subject: { type: 'review', id }, before: logged(review) });
    });
  }

  private async found(id: string): Promise<Review> {
    const review = await this.reviews.forUpdate(id);
    if (!review) throw new ReviewNotFound();
    return review;
  }
}

function logged({ id, productId, authorId, rating, isHidden }: Review) {
  return { id, productId, userId: authorId, rating, isHidden };
}
