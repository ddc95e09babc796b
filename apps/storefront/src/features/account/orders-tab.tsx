import {
  type Order,
  type OrderKeys as Answer,
  useListOrdersQuery,
  useResendOrderKeysMutation,
  useRevealOrderKeysMutation,
} from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { Eye, EyeOff, Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { OrderActions } from '../../shop/order/order-actions.tsx';
import { OrderKeys } from '../../shop/order/order-keys.tsx';
import { OrderView } from '../../shop/order/order-view.tsx';
import { paths } from '../../shop/paths.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import panel from '../../ui/layout/panel.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Skeleton, Empty, Failed, Loading } from '../../ui/feedback/states.tsx';
import styles from './orders-tab.module.css';

/** What was bought, newest first. */
export function OrdersTab() {
  usePageHead(pageHeads.orders);
  const { data: orders, isError, refetch } = useListOrdersQuery();
  return (
    <>
      <h1 tabIndex={-1}>Orders</h1>
      {orders ? (
        orders.length === 0 ? (
          <Empty title="no orders yet">
            <Link to={paths.home} className={buttonClass()}>
              Browse games
            </Link>
          </Empty>
        ) : (
          <ul className={styles.orders}>
            {orders.map((order) => (
              <li key={order._id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <Failed what="Your orders" onRetry={() => void refetch()} />
      ) : (
        <Loading what="your orders" onRetry={() => void refetch()}>
          <div className={styles.orders}>
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
          </div>
        </Loading>
      )}
    </>
  );
}

/** One order. Its keys are fetched on a click and not stored anywhere: the shop records every view. */
function OrderCard({ order }: { order: Order }) {
  const [reveal, revealing] = useRevealOrderKeysMutation();
  const [resend, resending] = useResendOrderKeysMutation();
  const [shown, setShown] = useState<Pick<Answer, 'keys' | 'next'> | null>(null);
  const of = `of order ${order.kinguinOrderId}`;

  const show = async () => {
    if (revealing.isLoading) return;
    resending.reset();
    const { data } = await reveal({ id: order._id, after: shown?.next });
    if (data) setShown({ next: data.next, keys: [...(shown?.keys ?? []), ...data.keys] });
  };
  const hide = () => {
    if (revealing.isLoading) return;
    resending.reset();
    setShown(null);
  };
  const send = () => {
    if (resending.isLoading) return;
    revealing.reset();
    void resend({ id: order._id });
  };

  return (
    <article aria-label={`Order ${order.kinguinOrderId}`} className={panel.panel}>
      <OrderView order={order} />
      <OrderActions message={resending.data?.message} error={resending.error ?? revealing.error}>
        {order.status !== 'Refunded' && (
          <>
            <Button
              variant="secondary"
              aria-expanded={shown !== null}
              aria-disabled={revealing.isLoading}
              onClick={() => (shown ? hide() : void show())}
            >
              {revealing.isLoading ? <Spinner /> : shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
              {shown ? 'Hide keys' : 'Show keys'} <span className="visually-hidden">{of}</span>
            </Button>
            {shown?.next !== undefined && (
              <Button variant="secondary" aria-disabled={revealing.isLoading} onClick={() => void show()}>
                <Eye size={18} aria-hidden="true" /> Show more keys <span className="visually-hidden">{of}</span>
              </Button>
            )}
            <Button variant="secondary" aria-disabled={resending.isLoading} onClick={send}>
              {resending.isLoading ? <Spinner /> : <Mail size={18} aria-hidden="true" />} Send again{' '}
              <span className="visually-hidden">the keys {of}</span>
            </Button>
          </>
        )}
      </OrderActions>
      {shown &&
        (shown.keys.length > 0 ? (
          <OrderKeys keys={shown.keys} />
        ) : (
          <p>The keys come by e-mail as soon as they are ready, and stand here then.</p>
        ))}
    </article>
  );
}
