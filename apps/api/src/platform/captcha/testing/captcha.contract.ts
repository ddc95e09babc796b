import { expect, test } from '@jest/globals';
import type { Captcha } from '../ports.ts';

/** What every Captcha does. `solve` does a widget's work on a challenge. */
export function captchaContract(make: () => { captcha: Captcha; solve: (challenge: object) => Promise<string> }): void {
  test('a solved challenge is accepted once', async () => {
    const { captcha, solve } = make();
    const answer = await solve(await captcha.challenge());
    expect(await captcha.isSolved(answer, '192.0.2.1')).toBe(true);
    expect(await captcha.isSolved(answer, '192.0.2.1')).toBe(false);
  });

  test.each([
    '',
    'nonsense',
    '{}',
    'bnVsbA==',
    Buffer.from('{"challenge":{"parameters":{},"signature":"x"},"solution":null}').toString('base64'),
  ])('the made-up answer "%s" is refused', async (answer) => {
    expect(await make().captcha.isSolved(answer, '192.0.2.1')).toBe(false);
  });

  test('the browser gets the name of the widget to show', async () => {
    expect((await make().captcha.challenge()).provider).toMatch(/^(altcha|recaptcha|hcaptcha|turnstile)$/);
  });
}
