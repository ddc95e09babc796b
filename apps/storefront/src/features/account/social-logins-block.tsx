import { type LinkedSite, useUnlinkSocialLoginMutation } from '@keyturn/api-client';
import { type FormEvent, useRef, useState } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { siteNameOf } from '../../shop/session/social-buttons.tsx';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Failed } from '../../ui/feedback/states.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Glyph } from '../../ui/icons/glyph.tsx';
import panel from '../../ui/layout/panel.module.css';
import entries from './entries.module.css';
import styles from './profile-tab.module.css';

interface Props {
  logins: LinkedSite[] | undefined;
  hasPassword: boolean;
  onRetry: () => Promise<unknown>;
}

/** The sites by which the user can log in; nothing for an account without one. */
export function SocialLogins({ logins, hasPassword, onRetry }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<LinkedSite['provider'] | null>(null);
  const [unlinkSite] = useUnlinkSocialLoginMutation();
  const { run, isBusy, problems, showMessage } = useAccountCall();

  const unlink = async (provider: LinkedSite['provider'], currentPassword?: string) => {
    const answer = await run(() => unlinkSite({ provider, unlinkRequest: { currentPassword } }));
    if (answer === null) return;
    setAsked(null);
    heading.current?.focus();
    showMessage(answer.message);
    await onRetry();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asked !== null) void unlink(asked, String(new FormData(event.currentTarget).get('unlinkingPassword') ?? ''));
  };

  if (logins?.length === 0) return null;
  return (
    <section aria-labelledby="social-logins" className={`${panel.panel} ${styles.block}`}>
      <h2 id="social-logins" ref={heading} tabIndex={-1}>
        Linked logins
      </h2>
      {logins ? (
        <ul className={entries.list}>
          {logins.map(({ provider, linkedAt }) => (
            <li key={provider} className={entries.entry}>
              <div>
                <strong>
                  <Glyph name={provider} size={18} /> {siteNameOf(provider)}
                </strong>
                <p>Linked on {formatDate(linkedAt)}</p>
              </div>
              <Button
                variant="secondary"
                aria-disabled={isBusy}
                aria-expanded={hasPassword ? asked === provider : undefined}
                onClick={() => (hasPassword ? setAsked(asked === provider ? null : provider) : void unlink(provider))}
              >
                Unlink <span className="visually-hidden">{siteNameOf(provider)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Failed what="Your linked logins" onRetry={() => void onRetry()} />
      )}
      {asked !== null && (
        <form className={entries.form} onSubmit={submit}>
          <PasswordField
            key={asked}
            name="unlinkingPassword"
            label={`Your password, to unlink ${siteNameOf(asked)}`}
            autoComplete="current-password"
            problem={problems.currentPassword}
            required
          />
          <Button type="submit" variant="secondary" aria-disabled={isBusy}>
            {isBusy && <Spinner />} Unlink {siteNameOf(asked)} from my account
          </Button>
        </form>
      )}
    </section>
  );
}
