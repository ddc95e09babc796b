import { useForgotPasswordMutation } from '@keyturn/api-client';
import { pageHeads, RESET_LINK_MINUTES } from '@keyturn/shop-rules';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { asksForCaptcha } from '../../lib/server-answer.ts';
import { Captcha, useCaptcha } from '../../shop/captcha/captcha.tsx';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { Field } from '../../ui/forms/field.tsx';
import { AuthForm, AuthScreen, Note, SubmitButton } from './auth-form.tsx';

/** Requests a password reset link. Does not reveal whether the address has an account. */
export function ForgotPage() {
  usePageHead(pageHeads.forgot);
  const [forgot] = useForgotPasswordMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();
  const [isSent, setSent] = useState(false);
  const captcha = useCaptcha();
  const [needsCaptcha, setNeedsCaptcha] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const missing = needsCaptcha && !isBusy ? await captcha.pass() : null;
    if (missing !== null) return showMessage(missing);
    const answer = await run(async () => {
      const { data, error } = await forgot({ emailOnly: { email } });
      // Strangers may have asked for links to this address, too.
      if (asksForCaptcha(error)) setNeedsCaptcha(true);
      if (error !== undefined) captcha.reset();
      return { ...(data && { data }), error };
    });
    if (answer === null) return;
    setNeedsCaptcha(false);
    setSent(true);
    showMessage(answer.message);
  };

  return (
    <AuthScreen title="Forgot your password?">
      {isSent && (
        <Note>Look into your mailbox, and into the folder for spam, too. The link in the mail works for {RESET_LINK_MINUTES} minutes.</Note>
      )}
      <AuthForm onSubmit={(event) => void submit(event)}>
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          hint="We send you a link to choose a new password."
          problem={problems.email}
          required
        />
        {needsCaptcha && <Captcha {...captcha.field} />}
        <SubmitButton isBusy={isBusy} busy="Sending…">
          Send the link
        </SubmitButton>
      </AuthForm>
      <p>
        <Link to={paths.login}>Back to Sign in</Link>
      </p>
    </AuthScreen>
  );
}
