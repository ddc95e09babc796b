import { pageHeads } from '@keyturn/shop-rules';
import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { useShop } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Empty } from '../../ui/feedback/states.tsx';
import { ChangedCartDialog } from './changed-cart-dialog.tsx';
import styles from './checkout-page.module.css';
import { DetailsForm } from './details-form.tsx';
import { OrderSummary } from './order-summary.tsx';
import { type Leave, usePayment } from './use-payment.ts';

const goThere: Leave = (url) => window.location.assign(url);

export function CheckoutPage({ leave = goThere }: { leave?: Leave }) {
  usePageHead(pageHeads.checkout);
  const lines = useShop((state) => state.cart.lines);
  const payment = usePayment(leave);

  return (
    <div className={`page ${styles.checkout}`}>
      <div className={styles.top}>
        <h1 tabIndex={-1}>Checkout</h1>
        <p>
          <LockKeyhole size={16} aria-hidden="true" /> Secure checkout
        </p>
      </div>
      <ChangedCartDialog changes={payment.changes} onClose={payment.acknowledge} />
      {lines.length === 0 ? (
        <Empty title="You Cart Is Empty !">
          <Link to={paths.home} className={buttonClass()}>
            Browse games
          </Link>
        </Empty>
      ) : (
        <div className={styles.columns}>
          <OrderSummary lines={lines} />
          <DetailsForm lines={lines} payment={payment} />
        </div>
      )}
    </div>
  );
}
