import type { Review } from '../domain/review.ts';

export abstract class Reviews {
  /** One per author and product: a second replaces the first, and keeps its id and whether it is hidden. */
  abstract put(review: Review): Promise<void>;
  /** Locks the review until the transaction ends. */
  abstract forUpdate(id: string): Promise<Review | null>;
  /** Of one that `forUpdate` gave. */
  abstract save(review: Review): Promise<void>;
  /** Of one that `forUpdate` gave. */
  abstract remove(review: Review): Promise<void>;
}

export interface Author {
  readonly id: string;
  readonly email: string | null;
  readonly verifiedEmail: string | null;
  readonly isEmailVerified: boolean;
}

/** Answered by the orders module: reviews never read the order tables. */
export abstract class Purchases {
  /** Whether an order of the author with this product was delivered. `productId` is the own id. */
  abstract hasDelivered(author: Author, productId: string): Promise<boolean>;
}
