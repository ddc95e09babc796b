import type { EnvironmentReader } from './readers.ts';

/** The outside services, and where each of them checks an answer. */
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

export function captchaSettings(read: EnvironmentReader, production: boolean): CaptchaSettings {
  const provider = read.text('CAPTCHA_PROVIDER', 'altcha');
  if (provider === 'altcha') return { provider };
  if (!Object.hasOwn(services, provider)) {
    read.problems.push(`CAPTCHA_PROVIDER must be ${['altcha', ...Object.keys(services)].join(', ')}, not "${provider}".`);
    return { provider: 'altcha' };
  }
  const service = provider as keyof typeof services;
  for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']) {
    if (read.optional(name) === null) read.problems.push(`${name} must be set for ${service}.`);
  }
  return {
    provider: service,
    siteKey: read.text('CAPTCHA_SITE_KEY', ''),
    secret: read.text('CAPTCHA_SECRET', ''),
    verifyUrl: read.address('CAPTCHA_VERIFY_URL', services[service], production ? ['https:'] : ['http:', 'https:']),
    hostname: production ? new URL(read.origin('STOREFRONT_ORIGIN', 'http://localhost:4200')).hostname : null,
  };
}
