import {
  type Profile,
  readCookie,
  shopApi,
  useChangePasswordMutation,
  useChangeProfileMutation,
  useGetProfileQuery,
  useListSessionsQuery,
  useListSocialLoginsQuery,
  useResendVerificationMutation,
} from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import type { FormEvent } from 'react';
import { usePageHead } from '../../shop/head/page-head.ts';
import { keepSession, loggedIn } from '../../shop/session/session-slice.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import panel from '../../ui/layout/panel.module.css';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Skeleton, Failed, Loading } from '../../ui/feedback/states.tsx';
import { Devices } from './devices-block.tsx';
import { Privacy } from './privacy-block.tsx';
import styles from './profile-tab.module.css';
import { SignIns } from './sign-ins-block.tsx';
import { SocialLogins } from './social-logins-block.tsx';

/** Names, password, and the logins of the account. */
export function ProfileTab() {
  usePageHead(pageHeads.account);
  const { data: profile, isError, refetch } = useGetProfileQuery();
  const sessions = useListSessionsQuery();
  const socialLogins = useListSocialLoginsQuery();
  // All at once: what comes later would move what is below it.
  const areLoginsKnown = !sessions.isLoading && !socialLogins.isLoading;
  return (
    <>
      <h1 tabIndex={-1}>My Profile</h1>
      {profile && areLoginsKnown ? (
        <div className={styles.blocks}>
          {!profile.isEmailVerified && profile.email !== '' && <Unverified email={profile.email} />}
          <Names profile={profile} />
          {profile.hasPassword && <Password email={profile.email} />}
          <Devices sessions={sessions.data?.items} onRetry={sessions.refetch} />
          <SocialLogins
            logins={socialLogins.data?.items}
            hasPassword={profile.hasPassword}
            onRetry={() => Promise.all([socialLogins.refetch(), sessions.refetch()])}
          />
          <SignIns />
          <Privacy profile={profile} />
        </div>
      ) : isError ? (
        <Failed what="Your profile" onRetry={() => void refetch()} />
      ) : (
        <Loading what="your profile" onRetry={() => void refetch()}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      )}
    </>
  );
}

function Unverified({ email }: { email: string }) {
  const [resend] = useResendVerificationMutation();
  const { run, isBusy, showMessage } = useAccountCall();
  const send = async () => {
    const answer = await run(() => resend({ emailOnly: { email } }));
    if (answer) showMessage(answer.message);
  };
  return (
    <section aria-label="Verification" className={`${panel.panel} ${styles.unverified}`}>
      <p>
        <strong>{email}</strong> is not verified yet. Reviews, and orders that you placed as a guest, wait for it.
      </p>
      <Button variant="secondary" aria-disabled={isBusy} onClick={() => void send()}>
        {isBusy && <Spinner />} Send the link again
      </Button>
    </section>
  );
}

function Names({ profile }: { profile: Profile }) {
  const dispatch = useShopDispatch();
  const [change] = useChangeProfileMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    const saved = await run(() => change({ profileChange: { username: text('username'), lastname: text('lastname') } }));
    if (saved === null) return;
    void dispatch(shopApi.util.upsertQueryData('getProfile', undefined, saved));
    keepSession(readCookie('tk') ?? '', saved.username);
    dispatch(loggedIn({ username: saved.username }));
    showMessage('Your profile is saved.');
  };

  return (
    <form className={`${panel.panel} ${styles.block}`} onSubmit={(event) => void submit(event)}>
      <h2>Personal details</h2>
      <div className={styles.pair}>
        <Field
          name="username"
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={profile.username}
          problem={problems.username}
          required
        />
        <Field
          name="lastname"
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={profile.lastname}
          problem={problems.lastname}
          required
        />
      </div>
      <Field name="email" label="E-mail" type="email" autoComplete="email" value={profile.email} readOnly />
      <Button type="submit" aria-disabled={isBusy}>
        {isBusy && <Spinner />} Save
      </Button>
    </form>
  );
}

function Password({ email }: { email: string }) {
  const username = useShop((state) => state.session.username);
  const [change] = useChangePasswordMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const passwordChange = { currentPassword: String(form.get('currentPassword')), newPassword: String(form.get('newPassword')) };
    const answer = await run(() => change({ passwordChange }));
    if (answer === null) return;
    // All earlier logins are revoked; this device continues with the new one.
    keepSession(answer.tk, username);
    element.reset();
    showMessage(answer.message);
  };

  return (
    <form className={`${panel.panel} ${styles.block}`} onSubmit={(event) => void submit(event)}>
      <h2>Password</h2>
      {/* For password managers: whose password it is. */}
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden />
      <div className={styles.pair}>
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          problem={problems.currentPassword}
          required
        />
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters, and not one of the common ones."
          problem={problems.newPassword}
          required
        />
      </div>
      <Button type="submit" aria-disabled={isBusy}>
        {isBusy && <Spinner />} Change the password
      </Button>
    </form>
  );
}
