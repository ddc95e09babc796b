import type { Variables } from './environment.ts';
import type { Environment } from './variables.ts';

/** The external services, and the URL at which each verifies an answer. */
const services = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

export type CaptchaSettings =
  | { readonly provider: 'altcha' }
  | {
      readonly provider: keyof typeof services;
      /** Public key of the widget. */
      readonly siteKey: string;
      readonly secret: string;
      readonly verifyUrl: string;
      /** Where the widget must have been shown; null takes any place that the site key admits. */
      readonly hostname: string | null;
    };

export function captchaProblems({ CAPTCHA_PROVIDER = 'altcha', ...set }: Environment): string[] {
  if (!Object.hasOwn(services, CAPTCHA_PROVIDER)) return [];
  return ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']
    .filter((name) => set[name] === undefined)
    .map((name) => `${name} must be set for ${CAPTCHA_PROVIDER}.`);
}

export function captchaSettings(data: Variables, isProduction: boolean): CaptchaSettings {
  const provider = data.CAPTCHA_PROVIDER;
  if (provider === 'altcha') return { provider };
  return {
    provider,
    siteKey: data.CAPTCHA_SITE_KEY,
    secret: data.CAPTCHA_SECRET,
    verifyUrl: data.CAPTCHA_VERIFY_URL ?? services[provider],
    hostname: isProduction ? new URL(data.STOREFRONT_ORIGIN).hostname : null,
  };
}
