import { useAskForPersonalDataMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import type { FormEvent } from 'react';
import { usePageHead } from '../../shop/head/page-head.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Field } from '../../ui/forms/field.tsx';
import screen from '../../ui/layout/screen.module.css';

/** Where guests ask what is stored about their address. */
export function DataRequestPage() {
  usePageHead(pageHeads.personalData);
  const [ask] = useAskForPersonalDataMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const answer = await run(() => ask({ dataLinkRequest: { email } }));
    if (answer) showMessage(answer.message);
  };
  return (
    <form className={screen.screen} onSubmit={(event) => void submit(event)}>
      <h1 tabIndex={-1}>Your data</h1>
      <p>We send you a link to all that we store about your e-mail address. With an account, download it in My Profile.</p>
      <Field name="email" label="E-mail" type="email" autoComplete="email" maxLength={254} problem={problems.email} required />
      <Button size="large" type="submit" aria-disabled={isBusy}>
        {isBusy && <Spinner />} Send me the link
      </Button>
    </form>
  );
}
