import { MOST_REVIEW_CHARACTERS, MOST_STARS } from '@keyturn/shop-rules';
import { DomainError } from '../../../shared/domain-error.ts';

/** A review of one product by one buyer: a second one replaces the first. */
export class Review {
  readonly id: string;
  readonly authorId: string;
  readonly productType: ReviewedType;
  /** The shop's own id. */
  readonly productId: string;
  readonly rating: number;
  readonly description: string;
  readonly createdAt: Date;
  /** By the staff; a hidden review stays hidden when its author writes it anew. */
  readonly isHidden: boolean;
  /** Who wrote or changed it last: `buyer`, or a member of the staff. */
  readonly changedBy: string;

  /** @throws RatingOutOfRange, ReviewTooLong */
  constructor(init: {
    id: string;
    authorId: string;
    productType: ReviewedType;
    productId: string;
    rating: number;
    description: string;
    at: Date;
  }) {
    if (!Number.isInteger(init.rating) || init.rating < 1 || init.rating > MOST_STARS) throw new RatingOutOfRange();
    if (init.description.length > MOST_REVIEW_CHARACTERS) throw new ReviewTooLong();
    this.id = init.id;
    this.authorId = init.authorId;
    this.productType = init.productType;
    this.productId = init.productId;
    this.rating = init.rating;
    this.description = init.description;
    this.createdAt = init.at;
    this.isHidden = false;
    this.changedBy = 'buyer';
  }

  setHidden(isHidden: boolean, actor: string): void {
    Object.assign(this, { isHidden, changedBy: actor } satisfies Partial<Review>);
  }
}

export const REVIEWED_TYPES = ['kinguin', 'software'] as const;
/** Product types of reviews on the wire: a game by its kinguinId, a software by its own id. */
export type ReviewedType = (typeof REVIEWED_TYPES)[number];

export class RatingOutOfRange extends DomainError {
  readonly kind = 'invalid';
  override readonly details;
  constructor() {
    super(`The rating must be a whole number from 1 to ${MOST_STARS}.`);
    this.details = [{ field: 'rating', message: this.message }];
  }
}

export class ReviewTooLong extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'description', message: `A review is at most ${MOST_REVIEW_CHARACTERS} characters long.` }];
  constructor() {
    super(`A review is at most ${MOST_REVIEW_CHARACTERS} characters long.`);
  }
}

export class ProductNotBought extends DomainError {
  readonly kind = 'forbidden';
  constructor() {
    super('Only buyers of this product can review it.');
  }
}

export class AuthorNotVerified extends DomainError {
  readonly kind = 'forbidden';
  constructor() {
    super('Please verify your e-mail first: we have sent you a link.');
  }
}

export class NothingToReview extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such product.');
  }
}
