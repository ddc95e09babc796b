import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { Catalogue, type Offer } from '../../catalog/index.ts';
import { AuthorNotVerified, NothingToReview, ProductNotBought, RatingOutOfRange, type Review, ReviewTooLong } from '../domain/review.ts';
import { LeaveReview } from './leave-review.ts';
import { type Author, Purchases, type Reviews } from './ports.ts';

const ada: Author = { id: 'ada', email: 'ada@example.com', verifiedEmail: 'ada@example.com', isEmailVerified: true };
const fiveStars = { productType: 'kinguin', productId: '1949', rating: 5, description: 'Works.' } as const;

function shop({ hasBought = true, isOnSale = true } = {}) {
  const saved: Review[] = [];
  const reviews = { put: async (review: Review) => void saved.push(review) } as unknown as Reviews;
  const purchases = new (class extends Purchases {
    override async hasDelivered(_author: Author, productId: string) {
      return hasBought && productId === 'own-1';
    }
  })();
  const catalogue = {
    offers: async () => new Map(isOnSale ? [['game/1949', { productId: 'own-1' } as Offer]] : []),
  } as unknown as Catalogue;
  return {
    saved,
    leaveReview: new LeaveReview(reviews, purchases, catalogue, new PlainTransaction(), new FixedClock(), new CountingIds()),
  };
}

test('a buyer leaves a review of the product by its own id', async () => {
  const { leaveReview, saved } = shop();
  await leaveReview.run(ada, fiveStars);
  expect(saved).toMatchObject([{ authorId: 'ada', productId: 'own-1', rating: 5, description: 'Works.' }]);
});

test('someone who never bought the product cannot review it', async () => {
  await expect(shop({ hasBought: false }).leaveReview.run(ada, fiveStars)).rejects.toThrow(ProductNotBought);
});

test('someone whose e-mail is not verified cannot review, bought or not', async () => {
  await expect(shop().leaveReview.run({ ...ada, verifiedEmail: null, isEmailVerified: false }, fiveStars)).rejects.toThrow(
    AuthorNotVerified,
  );
});

test('a buyer without an address, who came by Steam, reviews what the account bought, and nothing else', async () => {
  const player: Author = { id: 'player', email: null, verifiedEmail: null, isEmailVerified: false };
  const { leaveReview, saved } = shop();
  await leaveReview.run(player, fiveStars);
  expect(saved).toMatchObject([{ authorId: 'player' }]);
  await expect(shop({ hasBought: false }).leaveReview.run(player, fiveStars)).rejects.toThrow(ProductNotBought);
});

test('a product that the shop does not offer cannot be reviewed', async () => {
  await expect(shop({ isOnSale: false }).leaveReview.run(ada, fiveStars)).rejects.toThrow(NothingToReview);
});

test.each([0, 6, 2.5, NaN, -1])('a rating of %s is refused', async (rating) => {
  await expect(shop().leaveReview.run(ada, { ...fiveStars, rating })).rejects.toThrow(RatingOutOfRange);
});

test('a review of 2,000 characters is taken, one more is not', async () => {
  await shop().leaveReview.run(ada, { ...fiveStars, description: 'x'.repeat(2000) });
  await expect(shop().leaveReview.run(ada, { ...fiveStars, description: 'x'.repeat(2001) })).rejects.toThrow(ReviewTooLong);
});
