import type { Review } from '../domain/review.ts';

export abstract class Reviews {
  /** One per author and product: a second replaces the first, and keeps its id. */
  abstract save(review: Review): Promise<void>;
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
