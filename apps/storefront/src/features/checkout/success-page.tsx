import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { cartEmptied } from '../../shop/cart-slice.ts';
import { paths } from '../../shop/paths.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/button.tsx';
import { rememberedForm, rememberForm } from './checkout-form.ts';
import { takeStartedCheckout } from './started-checkout.ts';
import styles from './success-page.module.css';

/** Where the payment provider sends the buyer. It empties the cart only of the browser that started the checkout. */
export function SuccessPage() {
  usePageHead({ title: 'Payment successful', isPrivate: true });
  const dispatch = useShopDispatch();
  const sessionId = useSearchParams()[0].get('session_id');
  const [email] = useState(() => rememberedForm().email ?? '');

  useEffect(() => {
    if (!takeStartedCheckout(sessionId)) return;
    dispatch(cartEmptied());
    rememberForm(null);
  }, [dispatch, sessionId]);

  return (
    <div className={styles.screen}>
      <span className={styles.mark}>
        <MailCheck size={44} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>Payment successful</h1>
      <p>
        Thank you! Please check your e-mail: your keys are on their way{email && ' to '}
        {email && <strong>{email}</strong>}. It takes seconds, seldom longer. If you do not see the mail, look into the spam folder.
      </p>
      <Link to={paths.home} className={buttonClass({ size: 'large' })}>
        Continue shopping
      </Link>
    </div>
  );
}
