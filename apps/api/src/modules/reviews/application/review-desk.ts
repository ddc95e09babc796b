import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';

export interface ShelvedReview {
  readonly id: string;
  readonly productId: string;
  readonly userId: string;
  readonly rating: number;
  readonly isHidden: boolean;
}

export interface ReviewFilter {
  /** Own id. */
  readonly productId?: string;
  readonly isHidden?: boolean;
  readonly rating?: number;
}

/** Reviews as staff see them, hidden ones included. */
export abstract class ReviewShelf {
  /** JSON in the wire's shape, latest first. */
  abstract list(filter: ReviewFilter, window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  abstract forUpdate(id: string): Promise<ShelvedReview | null>;
  abstract setHidden(id: string, isHidden: boolean, actor: string): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

export class ReviewNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such review.');
  }
}

/** Hides, shows and removes what buyers wrote. The log tells which review it was, not what it said. */
@Injectable()
export class ReviewDesk {
  constructor(
    private readonly shelf: ReviewShelf,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** A hidden review stays hidden when its author writes it anew. @throws ReviewNotFound */
  setHidden(id: string, isHidden: boolean, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.found(id);
      if (before.isHidden === isHidden) return;
      await this.shelf.setHidden(id, isHidden, act.by.name);
      const action = isHidden ? 'reviews.hide' : 'reviews.show';
      await this.audit.record({
        ...act,
        action,
        subject: { type: 'review', id },
        before: { ...before },
        after: { ...before, isHidden },
      });
    });
  }

  /** For good; its author may write another. @throws ReviewNotFound */
  remove(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.found(id);
      await this.shelf.remove(id);
      await this.audit.record({ ...act, action: 'reviews.remove', subject: { type: 'review', id }, before: { ...before } });
    });
  }

  private async found(id: string): Promise<ShelvedReview> {
    const review = await this.shelf.forUpdate(id);
    if (!review) throw new ReviewNotFound();
    return review;
  }
}
