import { type OrderKeys as Answer, useGetGuestOrderMutation, useResendGuestOrderKeysMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { Eye, Mail } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isNotFound } from '../../lib/is-not-found.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { OrderActions } from '../../shop/order/order-actions.tsx';
import { OrderKeys } from '../../shop/order/order-keys.tsx';
import { OrderView } from '../../shop/order/order-view.tsx';
import { paths } from '../../shop/paths.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import styles from './guest-order-page.module.css';

/** An order by the signed link of its delivery mail. No API call before a click: every view of keys is recorded. */
export function GuestOrderPage() {
  usePageHead(pageHeads.guestOrder);
  const token = useParams().token ?? '';
  return <GuestOrder key={token} token={token} />;
}

function GuestOrder({ token }: { token: string }) {
  const [open, opening] = useGetGuestOrderMutation();
  const [resend, resending] = useResendGuestOrderKeysMutation();
  const [opened, setOpened] = useState<Answer | null>(null);
  if (isNotFound(opening.error) || isNotFound(resending.error)) return <NoOrder />;

  const show = async () => {
    if (opening.isLoading) return;
    resending.reset();
    const { data } = await open({ token, after: opened?.next });
    if (data) setOpened({ ...data, keys: [...(opened?.keys ?? []), ...data.keys] });
  };

  return (
    <div className={`page ${styles.page}`}>
      <h1 tabIndex={-1}>Your order</h1>
      <div className={styles.sheet}>
        {opened ? (
          <>
            <OrderView order={opened.order} />
            <section aria-labelledby="order-keys" className={styles.keys}>
              <h2 id="order-keys">Your keys</h2>
              {opened.keys.length > 0 ? <OrderKeys keys={opened.keys} /> : <p>{withoutKeys(opened)}</p>}
              <p className={styles.note}>
                Our <Link to={paths.guide}>activation guide</Link> shows what to do with them.
              </p>
            </section>
          </>
        ) : (
          <p className={styles.note}>
            Your keys appear on the next click: make sure that nobody looks over your shoulder. We note when and from where they were looked
            at.
          </p>
        )}
        <OrderActions message={resending.data?.message} error={resending.error ?? opening.error}>
          {!opened && (
            <Button size="large" aria-disabled={opening.isLoading} onClick={() => void show()}>
              {opening.isLoading ? <Spinner /> : <Eye size={20} aria-hidden="true" />} Show order and keys
            </Button>
          )}
          {opened?.next !== undefined && (
            <Button size="large" aria-disabled={opening.isLoading} onClick={() => void show()}>
              {opening.isLoading ? <Spinner /> : <Eye size={20} aria-hidden="true" />} Show more keys
            </Button>
          )}
          <Button
            size="large"
            variant="secondary"
            aria-disabled={resending.isLoading}
            onClick={() => !resending.isLoading && void resend({ token })}
          >
            {resending.isLoading ? <Spinner /> : <Mail size={20} aria-hidden="true" />} Send the keys again
          </Button>
        </OrderActions>
      </div>
    </div>
  );
}

function withoutKeys({ order }: Answer): string {
  if (order.isChargedBack) return 'Your bank took the payment of this order back: it has no keys any more.';
  if (order.status === 'Refunded') return 'This order was refunded: it has no keys any more.';
  if (order.status === 'On hold')
    return 'Your payment has arrived. A person looks at this order before its keys are sent: they stay reserved for you, and we write to you as soon as we are done.';
  return 'Your payment has arrived. The keys come by e-mail as soon as they are ready, and stand here then.';
}

function NoOrder() {
  return (
    <div className={`page ${styles.page}`}>
      <h1 tabIndex={-1}>This link opens no order</h1>
      <p className={styles.note}>It may have been cut off on its way. Open it from the e-mail with your keys, or write to us.</p>
      <Link to={paths.contact} className={buttonClass({ size: 'large' })}>
        Contact us
      </Link>
    </div>
  );
}
