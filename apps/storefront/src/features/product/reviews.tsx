import { type Product, type Review, useListReviewsQuery } from '@keyturn/api-client';
import { Star } from 'lucide-react';
import { formatDate } from '../../lib/format-date.ts';
import { lineId } from '../../shop/product.ts';
import { Bone, Failed, Loading } from '../../ui/states.tsx';
import styles from './reviews.module.css';

const MOST_STARS = 5;

export function Reviews({ of }: { of: Product }) {
  const productType = of.type === 'game' ? 'kinguin' : 'software';
  const { currentData: reviews, isError, refetch } = useListReviewsQuery({ productType, productId: lineId(of) });
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className={styles.heading}>
        Reviews
      </h2>
      {isError ? (
        <Failed what="The reviews" onRetry={refetch} />
      ) : !reviews ? (
        <Loading what="reviews" onRetry={refetch}>
          <Bone className={styles.bone} />
        </Loading>
      ) : reviews.length === 0 ? (
        <p className={styles.none}>No reviews yet.</p>
      ) : (
        <div className={styles.reviews}>
          <Summary reviews={reviews} />
          <ul className={styles.list}>
            {reviews.map((review) => (
              <li key={review._id}>
                <Stars rating={review.rating} />
                <p>{review.description}</p>
                <p className={styles.by}>
                  {review.user.username} {review.user.lastname}, {formatDate(review.createdAt)}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Summary({ reviews }: { reviews: readonly Review[] }) {
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  const percent = Math.round((average / MOST_STARS) * 100);
  return (
    <div className={styles.summary}>
      <p className={styles.average}>{average.toFixed(2)}</p>
      <p className={styles.label}>Excellent</p>
      <div className={styles.track} role="img" aria-label={`${average.toFixed(2)} of ${MOST_STARS} stars`}>
        <div style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.note}>All reviews are confirmed by purchases.</p>
    </div>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className={styles.stars} role="img" aria-label={`${rating} of ${MOST_STARS} stars`}>
      {Array.from({ length: MOST_STARS }, (_, star) => (
        <Star key={star} size={16} fill={star < rating ? 'currentColor' : 'none'} aria-hidden="true" />
      ))}
    </p>
  );
}
