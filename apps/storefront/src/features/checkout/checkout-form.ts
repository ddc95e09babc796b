import type { CheckoutDataDto } from '@keyturn/api-client';
import { readForTab, TAB_KEYS, writeForTab } from '../../shop/storage/browser-storage.ts';

const TEXT_FIELDS = ['fullName', 'email', 'phone', 'selectedCountry', 'zipCode', 'company', 'taxNumber', 'customerNotes'] as const;
type TextField = (typeof TEXT_FIELDS)[number];
export type CheckoutForm = Record<TextField, string> & { termsAccepted: boolean; regionAccepted: boolean };

export interface FormProblem {
  field: TextField | 'termsAccepted';
  message: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The specification's three messages, in its order. */
export function problemsOf(form: CheckoutForm): FormProblem[] {
  const problems: FormProblem[] = [];
  for (const field of ['fullName', 'email'] as const) {
    if (form[field].trim() === '') problems.push({ field, message: 'Full name and email are required!' });
  }
  if (form.email.trim() !== '' && !EMAIL.test(form.email.trim()))
    problems.push({ field: 'email', message: 'Please enter a valid email address.' });
  if (!form.termsAccepted) problems.push({ field: 'termsAccepted', message: 'You must accept the Terms and Privacy policy.' });
  return problems;
}

export function readForm(element: HTMLFormElement): CheckoutForm {
  const data = new FormData(element);
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, String(data.get(field) ?? '')])) as Record<TextField, string>;
  return { ...texts, termsAccepted: data.get('termsAccepted') === 'on', regionAccepted: data.get('regionAccepted') === 'on' };
}

/** Input of this tab, restored after a reload and after the payment page. What answers one refusal is not restored. */
export function rememberedForm(): Partial<CheckoutForm> {
  try {
    const stored: unknown = JSON.parse(readForTab(TAB_KEYS.checkoutForm) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const texts = TEXT_FIELDS.flatMap((field) => {
      const value = (stored as Record<string, unknown>)[field];
      return typeof value === 'string' ? [[field, value]] : [];
    });
    return { ...Object.fromEntries(texts), termsAccepted: 'termsAccepted' in stored && stored.termsAccepted === true };
  } catch {
    return {};
  }
}

export function rememberForm(form: CheckoutForm | null): void {
  writeForTab(TAB_KEYS.checkoutForm, form && JSON.stringify(form));
}

/** The form as the API's body: optional fields only if filled. */
export function checkoutData(form: CheckoutForm): CheckoutDataDto {
  const filled = TEXT_FIELDS.flatMap((field) => (form[field].trim() === '' ? [] : [[field, form[field].trim()]]));
  return { ...Object.fromEntries(filled), fullName: form.fullName.trim(), email: form.email.trim(), termsAccepted: form.termsAccepted };
}
