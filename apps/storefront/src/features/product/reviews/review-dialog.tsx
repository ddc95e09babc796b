import { type Product, useAddReviewMutation } from '@keyturn/api-client';
import { MOST_REVIEW_CHARACTERS, MOST_STARS } from '@keyturn/shop-rules';
import { Star, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { serverMessage } from '../../../lib/server-answer.ts';
import { lineId } from '../../../shop/product/product.ts';
import { usePopups } from '../../../shop/popups/popups.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import field from '../../../ui/forms/field.module.css';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import styles from './review-dialog.module.css';

const RATINGS = Array.from({ length: MOST_STARS }, (_, index) => index + 1);
const FAILED = 'Your review could not be sent. Please try again.';

/** Rating and text about a bought product; the server checks the purchase. The input stays after a refusal. */
export function ReviewDialog({ of, isOpen, onClose }: { of: Product; isOpen: boolean; onClose: () => void }) {
  const [addReview, { isLoading }] = useAddReviewMutation();
  const [rating, setRating] = useState(0);
  const [description, setDescription] = useState('');
  const [isUnrated, setUnrated] = useState(false);
  const popups = usePopups();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setUnrated(rating === 0);
    if (rating === 0) return;
    const productType = of.type === 'game' ? 'kinguin' : 'software';
    const { data, error } = await addReview({ newReview: { productType, kinguin: lineId(of), rating, description } });
    if (!data?.success) return popups.open({ kind: 'error', message: data?.message ?? serverMessage(error) ?? FAILED });
    onClose();
    window.location.reload();
  };

  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="review-title" className={styles.dialog}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.top}>
          <h2 id="review-title">Add Review</h2>
          <button type="button" aria-label="Close review" onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </button>
        </div>
        <p className={styles.of}>{of.name}</p>
        <fieldset aria-describedby={isUnrated ? 'rating-problem' : undefined}>
          <legend>Your rating</legend>
          <div className={styles.stars}>
            {RATINGS.map((stars) => (
              <label key={stars} className={styles.star} data-lit={stars <= rating ? '' : undefined}>
                <input
                  type="radio"
                  name="rating"
                  value={stars}
                  checked={stars === rating}
                  onChange={() => {
                    setRating(stars);
                    setUnrated(false);
                  }}
                />
                <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
                <Star size={32} aria-hidden="true" />
              </label>
            ))}
          </div>
          {isUnrated && (
            <p id="rating-problem" role="alert" className={field.problem}>
              Please choose from 1 to {MOST_STARS} stars.
            </p>
          )}
        </fieldset>
        <div className={field.field}>
          <label htmlFor="review-description">Description</label>
          <textarea
            id="review-description"
            rows={5}
            maxLength={MOST_REVIEW_CHARACTERS}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </div>
        <Button type="submit" aria-disabled={isLoading}>
          {isLoading && <Spinner />} Submit
        </Button>
      </form>
    </Dialog>
  );
}
