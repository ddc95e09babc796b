import { useLoginMutation } from '@keyturn/api-client';
import { useState, type FormEvent } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { usePopups } from '../../shop/popups.tsx';
import { keepSession, loggedIn } from '../../shop/session-slice.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './login-page.module.css';

const FAILED = 'An error occurred during login. Please try again.';

/** Sign-in by e-mail and password. Who is logged in goes home, or back to where the login was asked for. */
export function LoginPage() {
  usePageHead({ title: 'Sign in', isPrivate: true });
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const popups = usePopups();
  const from = readFrom(useLocation().state);
  const [login, { isLoading }] = useLoginMutation();
  const [isGone, setGone] = useState(false);

  if (isLoggedIn && !isGone) return <Navigate replace to={paths.home} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const form = new FormData(event.currentTarget);
    const { data, error } = await login({
      loginRequest: { email: String(form.get('email')).trim(), password: String(form.get('password')) },
    });
    if (!data) return popups.open({ kind: 'account', message: messageOf(error) });
    setGone(true);
    keepSession(data.tk, data.username);
    dispatch(loggedIn({ username: data.username }));
    void navigate(from ?? paths.home, { replace: true });
  };

  return (
    <div className={styles.screen}>
      <h1 tabIndex={-1}>Sign in</h1>
      {from === '/account/favs' && <p className={styles.note}>Your wishlist is saved on this device. Sign in to see it as a page.</p>}
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field name="email" label="E-mail" type="email" autoComplete="email" required />
        <Field name="password" label="Password" type="password" autoComplete="current-password" required />
        <Button type="submit" size="large" isWide aria-disabled={isLoading}>
          {isLoading ? (
            <>
              <Spinner /> Signing in…
            </>
          ) : (
            'Sign in'
          )}
        </Button>
      </form>
    </div>
  );
}

/** Only addresses of this shop: the state may come from anywhere. */
function readFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
}

function messageOf(error: unknown): string {
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : FAILED;
}
