import { useSignUpMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { type FormEvent, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { rememberReturn } from '../../shop/session/sign-in-redirect.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { AuthForm, AuthScreen, SubmitButton } from './auth-form.tsx';
import { returnAddress } from './return-address.ts';
import { SocialWays } from './social-ways.tsx';

/** Makes an account. The answer is the same for an address that has one already, and so is what this page does. */
export function SignupPage() {
  usePageHead(pageHeads.signup);
  const from = returnAddress(useLocation().state);
  const navigate = useNavigate();
  const [signUp] = useSignUpMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();

  useEffect(() => rememberReturn(from), [from]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const answer = await run(() =>
      signUp({
        signupRequest: {
          username: text('username'),
          lastname: text('lastname'),
          email: text('email'),
          password: String(form.get('password') ?? ''),
        },
      }),
    );
    if (answer === null) return;
    showMessage(answer.message);
    void navigate(paths.login, { state: { from } });
  };

  return (
    <AuthScreen title="Sign Up">
      <AuthForm onSubmit={(event) => void submit(event)}>
        <Field name="username" label="First name" autoComplete="given-name" maxLength={100} problem={problems.username} required />
        <Field name="lastname" label="Last name" autoComplete="family-name" maxLength={100} problem={problems.lastname} required />
        <Field name="email" label="E-mail" type="email" autoComplete="email" maxLength={254} problem={problems.email} required />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters, and not one of the common ones."
          problem={problems.password}
          required
        />
        <SubmitButton isBusy={isBusy} busy="Signing up…">
          Sign Up
        </SubmitButton>
      </AuthForm>
      <p>
        Already have an account?{' '}
        <Link to={paths.login} state={{ from }}>
          Sign in
        </Link>
      </p>
      <SocialWays />
    </AuthScreen>
  );
}
