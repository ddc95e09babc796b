import { CAPTCHA_COOKIE, CaptchaPasses } from '../platform/captcha/captcha-pass.ts';
import type { TestShop } from './test-shop.ts';

/** The `cookie` header of a browser that has just solved a captcha: good for one call. */
export async function captchaCookie(shop: TestShop): Promise<string> {
  return `${CAPTCHA_COOKIE}=${await shop.get(CaptchaPasses).issue()}`;
}
