import { useListBlockedCountriesQuery } from '@keyturn/api-client';
import { type CartLine, formatMoney } from '@keyturn/shop-rules';
import { ChevronDown, CreditCard, LockKeyhole } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { Captcha } from '../../shop/captcha/captcha.tsx';
import { allCountries } from '../../shop/country/countries.ts';
import { countryChosen } from '../../shop/country/country-slice.ts';
import { useCountry } from '../../shop/country/use-country.ts';
import { cartTotalMinor } from '../../shop/cart/cart-slice.ts';
import { paths } from '../../shop/paths.ts';
import { PaymentChips } from '../../shop/payment/payment-chips.tsx';
import { useCurrency, useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import field from '../../ui/forms/field.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import tick from '../../ui/forms/tick.module.css';
import { type FormProblem, problemsOf, readForm, rememberedForm, rememberForm } from './checkout-form.ts';
import styles from './details-form.module.css';
import { ExclusionNotice } from './exclusion-notice.tsx';
import type { usePayment } from './use-payment.ts';

const BUSY = { idle: '', verifying: 'Checking the captcha…', checking: 'Checking your cart…', opening: 'Opening payment…' } as const;

interface DetailsFormProps {
  lines: readonly CartLine[];
  payment: ReturnType<typeof usePayment>;
}

/** Data of the buyer and the button. Input is stored for this tab. */
export function DetailsForm({ lines, payment }: DetailsFormProps) {
  const currency = useCurrency();
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const country = useCountry();
  const dispatch = useShopDispatch();
  const { data: blocked = [] } = useListBlockedCountriesQuery();
  const [remembered] = useState(rememberedForm);
  // The country that the proxy names may be known later than the form is shown. Null: nothing was chosen here.
  const [picked, setPicked] = useState(remembered.selectedCountry || null);
  const [email, setEmail] = useState(remembered.email ?? '');
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  const problemOf = (name: FormProblem['field']) => problems.find((problem) => problem.field === name)?.message;
  const isBusy = payment.step !== 'idle';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = readForm(event.currentTarget);
    const found = problemsOf(form);
    setProblems(found);
    if (found.length > 0) requestAnimationFrame(() => summary.current?.focus());
    else void payment.pay(form);
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit} onInput={(event) => rememberForm(readForm(event.currentTarget))}>
      {problems.length > 0 && (
        <div ref={summary} tabIndex={-1} role="alert" className={styles.problems}>
          <ul>
            {eachOnce(problems).map(({ field: name, message }) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(name)?.focus();
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <fieldset>
        <legend>Contact</legend>
        {!isLoggedIn && (
          <p className={styles.signIn}>
            No account needed. <Link to={paths.login}>Sign in</Link> if you have one.
          </p>
        )}
        <div className={styles.pair}>
          <Field
            name="fullName"
            label="Full name"
            autoComplete="name"
            maxLength={100}
            defaultValue={remembered.fullName}
            problem={problemOf('fullName')}
            required
          />
          <Field
            name="email"
            label="E-mail"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={remembered.email}
            problem={problemOf('email')}
            onChange={(event) => setEmail(event.target.value)}
            required
          />
        </div>
        <Field name="phone" label="Phone" isOptional type="tel" autoComplete="tel" maxLength={40} defaultValue={remembered.phone} />
      </fieldset>
      <fieldset>
        <legend>Billing address (optional)</legend>
        <div className={styles.pair}>
          <div className={field.field}>
            <label htmlFor="selectedCountry">Country</label>
            <div className={field.select}>
              <select
                id="selectedCountry"
                name="selectedCountry"
                autoComplete="country"
                value={picked ?? country ?? ''}
                onChange={(event) => {
                  payment.forgetExclusion();
                  setPicked(event.target.value);
                  if (event.target.value !== '') dispatch(countryChosen(event.target.value));
                }}
              >
                <option value="">Choose…</option>
                {allCountries()
                  .filter(({ code }) => !blocked.includes(code))
                  .map(({ code, name }) => (
                    <option key={code} value={code}>
                      {name}
                    </option>
                  ))}
              </select>
              <ChevronDown size={18} aria-hidden="true" />
            </div>
          </div>
          <Field name="zipCode" label="Zip code" autoComplete="postal-code" maxLength={20} defaultValue={remembered.zipCode} />
        </div>
      </fieldset>
      <details className={styles.invoice} open={Boolean(remembered.company || remembered.taxNumber || remembered.customerNotes)}>
        <summary>
          Invoice details (optional) <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <div className={styles.pair}>
          <Field name="company" label="Company" autoComplete="organization" maxLength={100} defaultValue={remembered.company} />
          <Field name="taxNumber" label="Tax number" maxLength={40} defaultValue={remembered.taxNumber} />
        </div>
        <div className={field.field}>
          <label htmlFor="customerNotes">Notes</label>
          <textarea id="customerNotes" name="customerNotes" rows={3} maxLength={2000} defaultValue={remembered.customerNotes} />
        </div>
      </details>
      <fieldset>
        <legend>Payment</legend>
        <label className={styles.method}>
          <input type="radio" name="method" className={tick.tick} defaultChecked />
          <CreditCard size={22} aria-hidden="true" />
          <span>
            Card, online <small>You pay on the secure page of our payment provider.</small>
          </span>
        </label>
        <PaymentChips />
      </fieldset>
      <div>
        <label className={styles.terms}>
          <input
            id="termsAccepted"
            type="checkbox"
            name="termsAccepted"
            className={tick.tick}
            defaultChecked={remembered.termsAccepted}
            aria-invalid={problemOf('termsAccepted') ? true : undefined}
            aria-describedby={problemOf('termsAccepted') ? 'terms-problem' : undefined}
          />
          <span>
            I accept the{' '}
            <Link to="/about/Terms%20and%20Conditions" target="_blank">
              Terms
            </Link>{' '}
            and{' '}
            <Link to="/about/Privacy%20Policy" target="_blank">
              Privacy policy
            </Link>
            .
          </span>
        </label>
        {problemOf('termsAccepted') && (
          <p id="terms-problem" className={styles.problem}>
            {problemOf('termsAccepted')}
          </p>
        )}
      </div>
      {payment.captcha && <Captcha {...payment.captcha} />}
      {payment.exclusion && <ExclusionNotice exclusion={payment.exclusion} />}
      {payment.problem && (
        <p role="alert" className={styles.problems}>
          {payment.problem}
        </p>
      )}
      <div className={styles.pay}>
        <Button type="submit" size="large" isWide aria-disabled={isBusy}>
          {isBusy ? (
            <>
              <Spinner /> {BUSY[payment.step]}
            </>
          ) : (
            <>
              <LockKeyhole size={18} aria-hidden="true" /> Pay {formatMoney(cartTotalMinor(lines, currency), currency)}
            </>
          )}
        </Button>
        {email.includes('@') && (
          <p className={styles.echo}>
            Your keys will be sent to <strong>{email}</strong>
          </p>
        )}
      </div>
    </form>
  );
}

/** One message may concern two fields; it is shown once and links to the first. */
function eachOnce(problems: readonly FormProblem[]): FormProblem[] {
  return problems.filter((problem, position) => problems.findIndex(({ message }) => message === problem.message) === position);
}
