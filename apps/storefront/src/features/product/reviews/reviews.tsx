import { type Product, type Review, useListReviewsQuery } from '@keyturn/api-client';
import { MOST_STARS } from '@keyturn/shop-rules';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format-date.ts';
import { lineId } from '../../../shop/product/product.ts';
import { useTryAgain } from '../../../shop/connection/try-again.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton, Failed, Loading } from '../../../ui/feedback/states.tsx';
import { AddReview } from './add-review.tsx';
import styles from './reviews.module.css';

const NOTHING = 'No reviews yet.';
const SHOWN_AT_FIRST = 4;

export function Reviews({ of }: { of: Product }) {
  const productType = of.type === 'game' ? 'kinguin' : 'software';
  const call = useListReviewsQuery({ productType, productId: lineId(of) });
  const { currentData: reviews, isError } = call;
  const tryAgain = useTryAgain(call);
  return (
    <section aria-labelledby="reviews">
      <div className={styles.heading}>
        <h2 id="reviews">Reviews</h2>
        <AddReview of={of} />
      </div>
      {isError ? (
        <Failed what="The reviews" emptyText={NOTHING} onRetry={() => void tryAgain()} />
      ) : !reviews ? (
        <Loading what="reviews" onRetry={() => void tryAgain()}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      ) : reviews.length === 0 ? (
        <p className={styles.none}>{NOTHING}</p>
      ) : (
        <div className={styles.reviews}>
          <Summary reviews={reviews} />
          <List reviews={reviews} />
        </div>
      )}
    </section>
  );
}

function List({ reviews }: { reviews: readonly Review[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? reviews : reviews.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={styles.list}>
      <ul>
        {shown.map((review) => (
          <li key={review._id}>
            <Stars rating={review.rating} />
            <p>{review.description}</p>
            <p className={styles.by}>
              {review.user.username} {review.user.lastname}, {formatDate(review.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      {reviews.length > SHOWN_AT_FIRST && (
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer reviews' : `Show all ${reviews.length} reviews`}
        </Button>
      )}
    </div>
  );
}

function Summary({ reviews }: { reviews: readonly Review[] }) {
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  const percent = Math.round((average / MOST_STARS) * 100);
  return (
    <div className={styles.summary}>
      <p className={styles.average}>{average.toFixed(2)}</p>
      <p className={styles.label}>Excellent</p>
      <svg
        className={styles.track}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${percent}%, ${average.toFixed(2)} of ${MOST_STARS} stars`}
      >
        <rect width={percent} height={8} />
      </svg>
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
