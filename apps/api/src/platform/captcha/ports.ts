/** Proves that a person, or at least some work, is behind a request. */
export abstract class Captcha {
  /** What the widget in the browser needs; `provider` names the widget. */
  abstract challenge(): Promise<CaptchaChallenge>;
  /** Whether `value`, as the widget gave it to the visitor at `address`, is a good answer. True once per challenge. */
  abstract isSolved(value: string, address: string): Promise<boolean>;
}

export const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

export interface CaptchaChallenge {
  readonly provider: CaptchaProvider;
  /** reCAPTCHA, hCaptcha, Turnstile: the public key of the widget. */
  readonly siteKey?: string;
  /** ALTCHA: with `signature`, the challenge, passed to the widget unchanged. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly signature?: string;
}
