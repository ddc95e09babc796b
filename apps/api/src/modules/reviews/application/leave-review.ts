import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue, refKey } from '../../catalog/index.ts';
import { AuthorNotVerified, NothingToReview, ProductNotBought, Review, type ReviewedType } from '../domain/review.ts';
import { type Author, Purchases, Reviews } from './ports.ts';

@Injectable()
export class LeaveReview {
  constructor(
    private readonly reviews: Reviews,
    private readonly purchases: Purchases,
    private readonly catalogue: Catalogue,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** `productId` as the wire names it. @throws RatingOutOfRange, ReviewTooLong, NothingToReview, AuthorNotVerified, ProductNotBought */
  async run(
    author: Author,
    { productType, productId, rating, description }: { productType: ReviewedType; productId: string; rating: number; description: string },
  ): Promise<void> {
    const at = this.clock.now();
    const ref = { type: productType === 'kinguin' ? 'game' : 'software', id: productId } as const;
    const offer = (await this.catalogue.offers([ref], at)).get(refKey(ref));
    if (!offer) throw new NothingToReview();
    // An account by Steam has no address to verify: its own purchases are proof enough.
    if (author.email !== null && !author.isEmailVerified) throw new AuthorNotVerified();
    if (!(await this.purchases.hasDelivered(author, offer.productId))) throw new ProductNotBought();

    const review = new Review({
      id: this.ids.next(),
      authorId: author.id,
      productType,
      productId: offer.productId,
      rating,
      description,
      at,
    });
    await this.transaction.run(() => this.reviews.put(review));
  }
}
