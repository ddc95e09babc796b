import { useLoginMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { readFailure, serverMessage } from '../../lib/server-answer.ts';
import { Captcha, useCaptcha } from '../../shop/captcha/captcha.tsx';
import { paths } from '../../shop/paths.ts';
import { usePopups } from '../../shop/popups/popups.tsx';
import { keepSession, loggedIn } from '../../shop/session/session-slice.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { forgetDeparture, rememberReturn } from '../../shop/session/sign-in-redirect.ts';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { AuthForm, AuthScreen, Note, SubmitButton } from './auth-form.tsx';
import { returnAddress } from './return-address.ts';
import { SocialWays } from './social-ways.tsx';

const FAILED = 'An error occurred during login. Please try again.';

/** Why a social login failed, by the error in the URL. */
const SOCIAL_FAILURES: Readonly<Record<string, string>> = {
  refused: 'The other site did not let you in, or you turned back. Try again, or sign in with your e-mail.',
  failed: 'The other site could not confirm who you are. Please try again.',
  expired: 'The sign-in at the other site took too long. Please try again.',
  unavailable: 'Signing in over this site is not possible at the moment. Please sign in another way.',
};

/** Login by e-mail and password, with a captcha. Redirects to home, or back to the page that required the login. */
export function LoginPage() {
  usePageHead(pageHeads.login);
  const dispatch = useShopDispatch();
  const popups = usePopups();
  const captcha = useCaptcha();
  const from = returnAddress(useLocation().state);
  const socialFailure = useSearchParams()[0].get('error');
  const [login] = useLoginMutation();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});

  // For a social login.
  useEffect(() => rememberReturn(from), [from]);

  const signIn = async (form: FormData): Promise<string | null> => {
    const missing = await captcha.pass();
    if (missing !== null) return missing;
    const { data, error } = await login({
      loginRequest: { email: String(form.get('email')).trim(), password: String(form.get('password')) },
    });
    if (!data) {
      captcha.reset();
      setProblems(readFailure(error).problems);
      return serverMessage(error) ?? FAILED;
    }
    forgetDeparture();
    keepSession(data.tk, data.username);
    // The surrounding page redirects users who are logged in.
    dispatch(loggedIn({ username: data.username }));
    return null;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblems({});
    const message = await signIn(form);
    setBusy(false);
    if (message !== null) popups.open({ kind: 'account', message });
  };

  return (
    <AuthScreen title="Sign in">
      {socialFailure !== null && <Note kind="problem">{SOCIAL_FAILURES[socialFailure] ?? SOCIAL_FAILURES.failed}</Note>}
      {from === paths.wishlist && <Note>Your wishlist is saved on this device. Sign in, and we bring you back to it.</Note>}
      <AuthForm onSubmit={(event) => void submit(event)}>
        <Field name="email" label="E-mail" type="email" autoComplete="username" maxLength={254} problem={problems.email} required />
        <PasswordField name="password" label="Password" autoComplete="current-password" problem={problems.password} required />
        <Captcha {...captcha.field} />
        <SubmitButton isBusy={isBusy} busy="Signing in…">
          Sign in
        </SubmitButton>
        <p>
          <Link to={paths.forgot}>Forgot your password?</Link>
        </p>
      </AuthForm>
      <p>
        don't have an account ?{' '}
        <Link to={paths.signup} state={{ from }}>
          Sign Up
        </Link>
      </p>
      <SocialWays />
    </AuthScreen>
  );
}
