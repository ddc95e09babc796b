import {
  type CartDto,
  type CheckedCartDto,
  type CheckedLine,
  type CheckoutDto,
  useCreatePaymentCheckoutMutation,
  useValidateCartMutation,
} from '@keyturn/api-client';
import { type CartLine, type Currency, currencyCode, exclusionSentence, toMajor } from '@keyturn/shop-rules';
import { useEffect, useRef, useState } from 'react';
import { asksForCaptcha } from '../../lib/server-answer.ts';
import { useCaptcha } from '../../shop/captcha/captcha.tsx';
import { useCountry } from '../../shop/country/use-country.ts';
import { cartReplaced, cartTotalMinor } from '../../shop/cart/cart-slice.ts';
import { forgetSession, sessionEnded } from '../../shop/session/session-slice.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { applyCheck, type CartChanges } from './cart-changes.ts';
import { checkoutData, type CheckoutForm } from './checkout-form.ts';
import { noteCheckout } from './started-checkout.ts';

/** `verifying`: the captcha's answer is sent. */
/** The shop's check of a cart, or the part of it that a refusal has. */
type Checked = Pick<CheckedCartDto, 'lines' | 'otherRegionAllowed'>;

/** Why the buyer's country stops the purchase. */
export interface Exclusion {
  readonly sentence: string;
  /** Whether the buyer may say that the keys are for somebody elsewhere. */
  readonly mayAccept: boolean;
}

type Step = 'idle' | 'verifying' | 'checking' | 'opening';

const NO_CONNECTION = 'We could not reach the shop. Your form and cart are kept: please try again.';

const SERVER_TROUBLE = 'Something went wrong on our side. Please try again.';

/** Navigates to the payment page; replaced in tests. */
export type Leave = (url: string) => void;

/**
 * From the form to the payment page: validates the cart, creates a payment session, and redirects. One attempt at a time, with one
 * Idempotency-Key, reused for a retry after a lost answer, so that one cart never creates two sessions. A captcha is shown where the server asks
 * for one, and its answer is sent before the next attempt.
 */
export function usePayment(leave: Leave) {
  const lines = useShop((state) => state.cart.lines);
  const currency = useShop((state) => state.currency.chosen);
  // The shop goes by it where the form names none.
  const known = useCountry(lines.length > 0);
  const dispatch = useShopDispatch();
  const [validateCart] = useValidateCartMutation();
  const [createCheckout] = useCreatePaymentCheckoutMutation();
  const [step, setStep] = useState<Step>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [changes, setChanges] = useState<CartChanges | null>(null);
  const [exclusion, setExclusion] = useState<Exclusion | null>(null);
  const captcha = useCaptcha();
  /** `passed`: the server has accepted an answer, which is good for one checkout. */
  const [captchaState, setCaptchaState] = useState<'none' | 'asked' | 'passed'>('none');
  const isRunning = useRef(false);
  const attempt = useRef<{ of: string; key: string } | null>(null);

  // Restored from the back/forward cache after the payment page: the button must work again.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isRunning.current = false;
      attempt.current = null;
      setStep('idle');
    };
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  function showChanges(checked: readonly CheckedLine[]): boolean {
    const found = applyCheck(lines, checked, currency);
    if (found.sentences.length === 0) return false;
    dispatch(cartReplaced(found.lines));
    setChanges(found);
    return true;
  }

  /** Whether a line cannot be activated in the buyer's country, and the buyer has not said that it is for somebody elsewhere. */
  function showExclusion({ lines: checked, otherRegionAllowed }: Checked, { selectedCountry, regionAccepted }: CheckoutForm): boolean {
    const excluded = checked.filter(({ status }) => status === 'region').map(({ _id }) => _id);
    if (excluded.length === 0) setExclusion(null);
    if (excluded.length === 0 || (otherRegionAllowed && regionAccepted)) return false;
    const names = lines.filter(({ item }) => excluded.includes(item._id)).map(({ item }) => item.name);
    setExclusion({ sentence: exclusionSentence(names, selectedCountry || known), mayAccept: otherRegionAllowed });
    return true;
  }

  async function create(form: CheckoutForm, isRepeat = false): Promise<void> {
    const checkoutDto: CheckoutDto = {
      ...cartDto(lines, currency),
      data: checkoutData(form),
      ...(form.regionAccepted && { regionAccepted: true }),
      expectedTotal: toMajor(cartTotalMinor(lines, currency)),
    };
    const of = JSON.stringify(checkoutDto);
    if (attempt.current?.of !== of) attempt.current = { of, key: crypto.randomUUID() };
    const { data: session, error } = await createCheckout({ 'Idempotency-Key': attempt.current.key, checkoutDto });
    if (session) {
      noteCheckout(session.id);
      leave(session.url);
      return;
    }
    const { status, message, checked } = readError(error);
    if (status !== null) attempt.current = null;
    if (asksForCaptcha(error)) {
      captcha.reset();
      setCaptchaState('asked');
    }
    if (status === 401 && !isRepeat) {
      // A stale token: remove it and continue as a visitor.
      forgetSession({ keepsTab: true });
      dispatch(sessionEnded());
      return create(form, true);
    }
    setStep('idle');
    const isShown = status === 409 && checked && (showExclusion(checked, form) || showChanges(checked.lines));
    if (!isShown) setProblem(message);
  }

  async function pay(form: CheckoutForm): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    const missing = captchaState === 'asked' ? await passCaptcha() : null;
    if (missing === null) await checkAndCreate(form);
    else setProblem(missing);
    isRunning.current = false;
  }

  /** @returns what is said instead of going on, or null. */
  async function passCaptcha(): Promise<string | null> {
    setStep('verifying');
    const missing = await captcha.pass();
    if (missing === null) setCaptchaState('passed');
    else setStep('idle');
    return missing;
  }

  async function checkAndCreate(form: CheckoutForm): Promise<void> {
    setStep('checking');
    const { selectedCountry: country } = form;
    const { data: check, error } = await validateCart({ cartDto: { ...cartDto(lines, currency), ...(country !== '' && { country }) } });
    if (!check) {
      setStep('idle');
      setProblem(readError(error).message);
    } else if (showExclusion(check, form) || showChanges(check.lines)) {
      setStep('idle');
    } else {
      setStep('opening');
      await create(form);
    }
  }

  /** `captcha`: the fields of the captcha to show; null: none. */
  return {
    step,
    problem,
    changes,
    exclusion,
    pay,
    captcha: captchaState === 'none' ? null : captcha.field,
    acknowledge: () => setChanges(null),
    forgetExclusion: () => setExclusion(null),
  };
}

/** Sends the cart as stored. */
function cartDto(lines: readonly CartLine[], currency: Currency): CartDto {
  return { cart: lines.map((line) => ({ ...line, prices: { ...line.prices } })), currency: currencyCode(currency) };
}

/** The answer of a failed call; a null status means no answer. */
function readError(error: unknown): { status: number | null; message: string; checked?: Checked } {
  if (typeof error !== 'object' || error === null || !('status' in error) || typeof error.status !== 'number') {
    // A gateway's HTML page instead of JSON: the answer is not the shop's.
    const gateway = typeof error === 'object' && error !== null && 'originalStatus' in error ? Number(error.originalStatus) : 0;
    return { status: null, message: gateway >= 500 ? SERVER_TROUBLE : NO_CONNECTION };
  }
  if (error.status >= 500) return { status: error.status, message: SERVER_TROUBLE };
  const body = 'data' in error ? (error.data as Partial<Record<'message' | 'lines' | 'otherRegionAllowed', unknown>> | null) : null;
  return {
    status: error.status,
    message: typeof body?.message === 'string' ? body.message : NO_CONNECTION,
    ...(Array.isArray(body?.lines) && {
      checked: { lines: body.lines as CheckedLine[], otherRegionAllowed: body.otherRegionAllowed === true },
    }),
  };
}
