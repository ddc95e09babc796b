/** Origins that external captchas need in the content security policy, from their documentation; ALTCHA is self-hosted and needs none. */
export interface CaptchaSites {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  styles: readonly string[];
}

const NONE: CaptchaSites = { scripts: [], frames: [], calls: [], styles: [] };
const google = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const turnstile = ['https://challenges.cloudflare.com'];

const SITES = new Map<string, CaptchaSites>(
  Object.entries({
    altcha: NONE,
    // https://developers.google.com/recaptcha/docs/faq
    recaptcha: { scripts: google, frames: [...google, 'https://recaptcha.google.com/recaptcha/'], calls: google, styles: [] },
    // https://docs.hcaptcha.com/#content-security-policy-settings
    hcaptcha: { scripts: hcaptcha, frames: hcaptcha, calls: hcaptcha, styles: hcaptcha },
    // https://developers.cloudflare.com/turnstile/reference/content-security-policy
    turnstile: { scripts: turnstile, frames: turnstile, calls: [], styles: [] },
  }),
);

/** @throws Error with one sentence that names the variable */
export function readCaptchaSites(provider = 'altcha'): CaptchaSites {
  const sites = SITES.get(provider);
  if (sites === undefined) throw new Error(`CAPTCHA_PROVIDER must be one of ${[...SITES.keys()].join(', ')}.`);
  return sites;
}
