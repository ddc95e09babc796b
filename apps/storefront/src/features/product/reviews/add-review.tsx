import type { Product } from '@keyturn/api-client';
import { MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useShop } from '../../../shop/shop-state.ts';
import { Button } from '../../../ui/buttons/button.tsx';

// Few visitors write one: its script is loaded on the first click.
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** The button to write a review; visitors do not see it. */
export function AddReview({ of }: { of: Product }) {
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const [wasAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!isLoggedIn) return null;

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <MessageSquarePlus size={16} aria-hidden="true" /> Add Review
      </Button>
      {wasAsked && (
        <Suspense fallback={null}>
          <ReviewDialog of={of} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
