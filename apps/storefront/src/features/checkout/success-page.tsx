import { shopApi, useGetStartedOrderQuery } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isNotFound } from '../../lib/is-not-found.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { cartEmptied } from '../../shop/cart/cart-slice.ts';
import { paths } from '../../shop/paths.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import screen from '../../ui/layout/screen.module.css';
import { rememberedForm, rememberForm } from './checkout-form.ts';
import { paidCheckout, takeStartedCheckout } from './started-checkout.ts';
import styles from './success-page.module.css';

const ASKED_EVERY_MS = 5000;

/** Where the payment provider sends the buyer. It empties the cart only of the browser that started the checkout. */
export function SuccessPage() {
  usePageHead(pageHeads.success);
  const dispatch = useShopDispatch();
  const sessionId = useSearchParams()[0].get('session_id');
  const [paid] = useState(() => paidCheckout(sessionId));
  const [email] = useState(() => rememberedForm().email ?? '');

  useEffect(() => {
    if (!takeStartedCheckout(sessionId)) return;
    dispatch(cartEmptied());
    rememberForm(null);
  }, [dispatch, sessionId]);

  return (
    <div className={`${screen.screen} ${styles.screen}`}>
      <span className={`${screen.sign} ${screen.done}`}>
        <MailCheck size={44} strokeWidth={1.75} aria-hidden="true" />
      </span>
      {paid !== null ? (
        <>
          <h1 tabIndex={-1}>Payment successful</h1>
          <p>
            Thank you! Please check your e-mail: your keys are on their way{email && ' to '}
            {email && <strong>{email}</strong>}. It takes seconds, seldom longer. If you do not see the mail, look into the spam folder.
          </p>
        </>
      ) : (
        // Anybody may open the URL: only the browser that paid sees a payment.
        <>
          <h1 tabIndex={-1}>Your keys come by e-mail</h1>
          <p>
            If you have just paid, please check your e-mail at the address that you gave at the checkout. If you do not see the mail, look
            into the spam folder.
          </p>
        </>
      )}
      {paid !== null && <WayToOrder session={paid} />}
      <Link to={paths.home} className={buttonClass({ size: 'large', variant: paid === null ? 'primary' : 'secondary' })}>
        Continue shopping
      </Link>
    </div>
  );
}

/** The order's own page shows the keys while a mail is late. The shop sends its address to the browser that paid, once the payment has arrived. */
function WayToOrder({ session }: { session: string }) {
  const { data, error } = shopApi.endpoints.getStartedOrder.useQueryState({ session });
  const isAnswered = Boolean(data?.token) || isNotFound(error);
  useGetStartedOrderQuery({ session }, { pollingInterval: isAnswered ? 0 : ASKED_EVERY_MS, skipPollingIfUnfocused: true });
  return (
    <div role="status" className={styles.order}>
      {data?.token && (
        <>
          <p>The page of your order shows the keys, too.</p>
          <Link to={paths.guestOrder(data.token)} className={buttonClass({ size: 'large' })}>
            See your order and keys
          </Link>
        </>
      )}
    </div>
  );
}
