import { type Profile, useCloseAccountMutation, useGetPersonalDataMutation } from '@keyturn/api-client';
import { type FormEvent, useState } from 'react';
import { saveData } from '../../shop/privacy/save-data.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import panel from '../../ui/layout/panel.module.css';
import { leave } from './log-out.ts';
import styles from './profile-tab.module.css';

/** The data of the user: to take away, and to have erased. */
export function Privacy({ profile }: { profile: Profile }) {
  return (
    <>
      <Download />
      <Close hasPassword={profile.hasPassword} />
    </>
  );
}

function Download() {
  const [getData] = useGetPersonalDataMutation();
  const { run, isBusy } = useAccountCall();
  const download = async () => {
    const files = await run(() => getData());
    if (files) saveData(files);
  };
  return (
    <section aria-labelledby="privacy" className={`${panel.panel} ${styles.block}`}>
      <h2 id="privacy">Privacy</h2>
      <p>All that we store about you, in two files: one to read, and one for programs. Keys are on the pages of your orders.</p>
      <Button variant="secondary" aria-disabled={isBusy} onClick={() => void download()}>
        {isBusy && <Spinner />} Download my data
      </Button>
    </section>
  );
}

function Close({ hasPassword }: { hasPassword: boolean }) {
  const dispatch = useShopDispatch();
  const [isAsked, setAsked] = useState(false);
  const [close] = useCloseAccountMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const currentPassword = String(new FormData(event.currentTarget).get('closingPassword') ?? '');
    const answer = await run(() => close({ closeAccountRequest: hasPassword ? { currentPassword } : {} }));
    if (answer === null) return;
    if (answer.closed) leave(dispatch);
    else showMessage(answer.message);
  };

  const words = (
    <>
      <h2>Close account</h2>
      <p>
        For good: your data is erased, and the keys of your orders cannot be opened here any more. Of orders we keep amounts, dates and
        country, without your name, for accounting.
      </p>
    </>
  );
  if (!isAsked)
    return (
      <section className={`${panel.panel} ${styles.block}`}>
        {words}
        <Button variant="secondary" onClick={() => setAsked(true)}>
          Close account
        </Button>
      </section>
    );
  return (
    <form className={`${panel.panel} ${styles.block}`} onSubmit={(event) => void submit(event)}>
      {words}
      {hasPassword && (
        <PasswordField
          name="closingPassword"
          label="Your password"
          autoComplete="current-password"
          problem={problems.currentPassword}
          required
        />
      )}
      <Button type="submit" variant="secondary" aria-disabled={isBusy}>
        {isBusy && <Spinner />} Close my account for good
      </Button>
    </form>
  );
}
