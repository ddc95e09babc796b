import { pageHeads } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { useShop } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
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
      <h1 tabIndex={-1}>Checkout</h1>
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
