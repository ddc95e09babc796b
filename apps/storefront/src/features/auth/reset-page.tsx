import { useResetPasswordMutation, useVerifyOtpMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { useEffect, type FormEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { readFailure, serverMessage } from '../../lib/server-answer.ts';
import { paths } from '../../shop/paths.ts';
import { forgetSession, sessionEnded } from '../../shop/session/session-slice.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Failed, Loading } from '../../ui/feedback/states.tsx';
import { AuthForm, AuthScreen, Note, SubmitButton } from './auth-form.tsx';

/** The link of the mail: whose password it changes is asked first, then a new one is set, and the login follows. */
export function ResetPage() {
  usePageHead(pageHeads.reset);
  const { otp = '' } = useParams();
  const [check, { data: owner, error }] = useVerifyOtpMutation();
  const ask = () => void check({ otpOnly: { otp } });
  useEffect(() => void check({ otpOnly: { otp } }), [check, otp]);

  return (
    <AuthScreen title="New password">
      {owner ? (
        <NewPassword email={owner.email} otp={otp} />
      ) : error === undefined ? (
        <Loading what="the page" onRetry={ask} />
      ) : readFailure(error).status === 400 ? (
        <>
          <Note kind="problem">{serverMessage(error) ?? 'This link is no longer valid.'}</Note>
          <Link to={paths.forgot} className={buttonClass()}>
            Ask for a new link
          </Link>
        </>
      ) : (
        <Failed what="The page" onRetry={ask} />
      )}
    </AuthScreen>
  );
}

function NewPassword({ email, otp }: { email: string; otp: string }) {
  const [reset] = useResetPasswordMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();
  const dispatch = useShopDispatch();
  const navigate = useNavigate();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newPassword = String(new FormData(event.currentTarget).get('newPassword'));
    const answer = await run(() => reset({ resetPasswordRequest: { email, otp, newPassword } }));
    if (answer === null) return;
    // All logins of the account are revoked, including this browser's.
    forgetSession();
    dispatch(sessionEnded());
    showMessage('Your password is changed. Please sign in with the new one.');
    void navigate(paths.login, { replace: true });
  };

  return (
    <AuthForm onSubmit={(event) => void submit(event)}>
      <Field name="email" label="E-mail" type="email" autoComplete="username" value={email} readOnly problem={problems.email} />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, and not one of the common ones."
        problem={problems.newPassword}
        required
      />
      <SubmitButton isBusy={isBusy} busy="Saving…">
        Save the new password
      </SubmitButton>
    </AuthForm>
  );
}
