import { Logger } from '@nestjs/common';
import type { CaptchaSettings } from '../config/captcha-settings.ts';
import { Captcha, type CaptchaChallenge } from './ports.ts';

const TIMEOUT_MS = 5_000;

/** reCAPTCHA, hCaptcha and Turnstile check an answer by one and the same call, and refuse a second use themselves. */
export class SiteverifyCaptcha extends Captcha {
  private readonly logger = new Logger('captcha');

  constructor(private readonly settings: Exclude<CaptchaSettings, { provider: 'altcha' }>) {
    super();
  }

  override async challenge(): Promise<CaptchaChallenge> {
    return { provider: this.settings.provider, siteKey: this.settings.siteKey };
  }

  override async isSolved(value: string, address: string): Promise<boolean> {
    try {
      const response = await fetch(this.settings.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: this.settings.secret, response: value, remoteip: address, sitekey: this.settings.siteKey }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const answer = (await response.json()) as { success?: unknown; hostname?: unknown } | null;
      return answer?.success === true && (this.settings.hostname === null || answer.hostname === this.settings.hostname);
    } catch (error) {
      // Fail closed: an answer that cannot be checked proves nothing.
      this.logger.error({ message: 'The captcha service did not answer.', cause: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }
}
