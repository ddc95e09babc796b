import type { Page } from '@playwright/test';

/**
 * Collects errors that a visitor does not see: exceptions, errors of the console (a broken content security policy is one),
 * dialogs of the browser, requests that fail or are refused. `mayFail` names the addresses whose failure is the point of the test.
 */
export function watch(page: Page, mayFail: (url: string) => boolean = () => false): string[] {
  const found: string[] = [];
  const note = (what: string) => found.push(`${new URL(page.url()).pathname}: ${what}`);

  page.on('pageerror', ({ message }) => note(message));
  page.on('dialog', (dialog) => {
    note(`dialog ${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // The browser's own message about a failed request: collected below, with its URL.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note(message.text());
  });
  page.on('requestfailed', (request) => {
    // Requests aborted by leaving a page have not failed.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !mayFail(request.url())) note(`no answer from ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !mayFail(response.url())) note(`${response.status()} from ${response.url()}`);
  });
  return found;
}
