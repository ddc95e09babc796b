import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

/** Style rules, which concern the serialisation by React and the browser, not the document. */
const STYLE = [
  'attr-quotes',
  'attribute-boolean-style',
  'attribute-empty-style',
  'doctype-style',
  'long-title',
  'no-inline-style',
  'no-raw-characters',
  'no-trailing-whitespace',
  'tel-non-breaking',
  'void-style',
];

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  // React's ids begin with an underscore, which HTML allows.
  rules: { ...Object.fromEntries(STYLE.map((rule) => [rule, 'off'])), 'valid-id': ['error', { relaxed: true }] },
});

/** Invalid HTML of the current page: `rule: message, at selector`. The captcha's own element is its library's. */
export async function htmlFaults(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(await page.content());
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ selector }) => !selector?.includes('altcha'))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message}, at ${selector}`);
}
