import { useSubscribeToNewsMutation } from '@keyturn/api-client';
import { infoPath } from '@keyturn/shop-rules';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useServed } from '../../../lib/use-served.ts';
import { usePopups } from '../../../shop/popups/popups.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import tick from '../../../ui/forms/tick.module.css';
import styles from './newsletter-form.module.css';

const SUBSCRIBED = 'You have successfully subscribed to our newsletter, we will keep you updated through emails';

/** Three checks in their order; a popup on success. The address gets mails once it is confirmed by mail. */
export function NewsletterForm() {
  const [subscribe, { isLoading }] = useSubscribeToNewsMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const popups = usePopups();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // Submitted before its script is loaded, the form would put the address into the URL.
  const isServed = useServed();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading || !input.current) return;
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const found = email === '' ? 'Email is required' : form.has('agreed') ? null : 'You must agree to the terms';
    setProblem(found);
    if (found !== null) return;
    const { data } = await subscribe({ newsletterRequest: { email } });
    if (!data) return setProblem('Failed to submit form');
    input.current.value = '';
    popups.open({ kind: 'newsletter', message: SUBSCRIBED });
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>New games and prices by e-mail</label>
      <div className={styles.row}>
        <input
          ref={input}
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          maxLength={254}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
        />
        <Button type="submit" aria-disabled={isLoading} disabled={isServed}>
          {isLoading && <Spinner />} Subscribe
        </Button>
      </div>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
      <label className={styles.terms}>
        <input type="checkbox" name="agreed" className={tick.tick} />
        <span>
          I agree to the <Link to={infoPath('Terms and Conditions')}>Terms and Conditions</Link> and{' '}
          <Link to={infoPath('Privacy Policy')}>Privacy Policy</Link>.
        </span>
      </label>
    </form>
  );
}
