import { useSendMessageMutation } from '@keyturn/api-client';
import { type FormEvent, useRef, useState } from 'react';
import { readFailure } from '../../lib/server-answer.ts';
import { Captcha, useCaptcha } from '../../shop/captcha/captcha.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import field from '../../ui/forms/field.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import styles from './contact-page.module.css';

const FAILED = 'Form submission failed. Please try again.';
const SENT = 'Form submitted successfully!';
const TYPES = '.png,.jpg,.jpeg,.webp,.gif,.pdf,.txt';
const LARGEST_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = 'The file may be at most 5 MB.';

const FIELDS = ['fullName', 'email', 'message'] as const;

type Problems = Readonly<Record<string, string>>;
type Outcome = { isSent: true } | { isSent: false; message: string; problems: Problems };

/** A message to support. The server checks the type of a file; here only too large files are refused. */
export function ContactForm() {
  const [send] = useSendMessageMutation();
  const captcha = useCaptcha();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > LARGEST_BYTES;
  const problems: Problems = outcome?.isSent === false ? outcome.problems : {};

  const attempt = async (given: FormData): Promise<Outcome> => {
    const missing = await captcha.pass();
    if (missing !== null) return { isSent: false, message: missing, problems: {} };
    const text = (name: string) => String(given.get(name)).trim();
    const { error } = await send({
      contactRequest: {
        fullName: text('fullName'),
        email: text('email'),
        message: text('message'),
        ...(file !== null && { file }),
      },
    });
    captcha.reset();
    if (!error) return { isSent: true };
    return { isSent: false, message: FAILED, problems: readFailure(error).problems };
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    // The captcha has a required field, for which the browser would show its own message.
    const unfit = FIELDS.map((name) => event.currentTarget.elements.namedItem(name)).find(isUnfit);
    if (unfit) return unfit.reportValidity();
    if (isTooLarge) return document.getElementById('file')?.focus();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setOutcome(null);
    const result = await attempt(given);
    setBusy(false);
    setOutcome(result);
    if (!result.isSent) return;
    form.current?.reset();
    setFile(null);
  };

  return (
    <form ref={form} className={styles.form} aria-label="Contact" noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.pair}>
        <Field name="fullName" label="Full name" autoComplete="name" maxLength={100} problem={problems.fullName} required />
        <Field name="email" label="E-mail" type="email" autoComplete="email" maxLength={254} problem={problems.email} required />
      </div>
      <div className={field.field}>
        <label htmlFor="message">Message</label>
        <textarea
          id="message"
          name="message"
          rows={7}
          maxLength={5000}
          required
          aria-invalid={problems.message ? true : undefined}
          aria-describedby={problems.message ? 'message-problem' : undefined}
        />
        {problems.message && (
          <p id="message-problem" className={field.problem}>
            {problems.message}
          </p>
        )}
      </div>
      <Field
        name="file"
        label="File"
        isOptional
        type="file"
        accept={TYPES}
        hint="PNG, JPEG, WebP, GIF, PDF or plain text, up to 5 MB."
        problem={isTooLarge ? TOO_LARGE : problems.file}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      <Captcha {...captcha.field} />
      {outcome?.isSent === false && (
        <p role="alert" className={styles.message}>
          {outcome.message}
        </p>
      )}
      <p role="status" className={`${styles.message} ${styles.done}`}>
        {outcome?.isSent && SENT}
      </p>
      <Button type="submit" size="large" aria-disabled={isBusy}>
        {isBusy && <Spinner />} Send message
      </Button>
    </form>
  );
}

function isUnfit(field: Element | RadioNodeList | null): field is HTMLInputElement | HTMLTextAreaElement {
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && !field.checkValidity();
}
