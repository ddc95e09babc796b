import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { OWN_PAYLOADS } from './hostile-payloads.ts';
import { origins } from '../support/origins.ts';
import { gameInStock, inCart, moveOn, settled } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

const COLLECTION = join(import.meta.dirname, '../../../../../shared/data/hostile');
const SANITISER = join(import.meta.dirname, '../../../../dist/api/platform/html/safe-html.js');
const PER_PAGE = 500;

/** Payloads that others have collected, where they lie beside the repository; those of our own always run. Says in the report which it was. */
function collected(): string[] {
  if (!existsSync(COLLECTION)) {
    process.stdout.write('» without collected payloads: they are not there\n');
    return [];
  }
  const read = <T>(name: string) => JSON.parse(readFileSync(join(COLLECTION, name), 'utf8')) as T[];
  const payloads = [
    ...read<string>('xss-payloads.json'),
    ...read<{ payload: string }>('sanitiser-cases.json').map(({ payload }) => payload),
    ...read<string>('naughty-strings.json'),
  ];
  process.stdout.write(`» ${payloads.length} collected payloads\n`);
  return payloads;
}

/** What could run, or reach outside, in the part of the page that shows HTML. */
const dangers = (page: Page) =>
  page.getByRole('region', { name: 'Description' }).evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((one) => {
      const isForbidden = one.matches(
        'script, style, iframe, object, embed, form, input, base, meta, link, svg, math, img, video, audio, template',
      );
      // White space beyond ASCII makes no scheme: such a link stays in the shop.
      const hasForbidden = [...one.attributes].some(
        ({ name, value }) => name.startsWith('on') || /^[\0- ]*(?:javascript|data|vbscript):/i.test(value),
      );
      const leadsWrong = one instanceof HTMLAnchorElement && one.hasAttribute('href') && !/^(?:https?|mailto):$/.test(one.protocol);
      return isForbidden || hasForbidden || leadsWrong ? [one.outerHTML] : [];
    }),
  );

for (const [whose, payloadsOf, details] of [
  ['our own payloads', () => OWN_PAYLOADS, {}],
  ['all payloads, our own and those collected', () => [...OWN_PAYLOADS, ...collected()], { tag: '@prove' }],
] as const) {
  test(`of ${whose}, each sanitised as on its way in, none runs, loads or leads anywhere in a description`, details, async ({ page }) => {
    const { safeHtml } = (await import(SANITISER)) as { safeHtml: (html: string) => string };
    expect(new Set(OWN_PAYLOADS).size).toBeGreaterThanOrEqual(25);
    const payloads = payloadsOf();
    const problems = watch(page);
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!Object.values(origins).some((origin) => origin && request.url().startsWith(origin))) outside.push(request.url());
    });
    const path = productPath(await gameInStock(1));
    let shown = '';
    await page.route(`${origins.api}/products/kinguinId/*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), description: shown } });
    });
    for (let from = 0; from < payloads.length; from += PER_PAGE) {
      const some = payloads.slice(from, from + PER_PAGE).map(safeHtml);
      shown = `${some.join('\n')}<p>End of ${from}.</p>`;
      // The description is the browser's own call then.
      await inCart(page);
      await moveOn(page, path);
      await settled(page);
      await expect(page.getByText(`End of ${from}.`)).toBeAttached();
      expect.soft(await dangers(page)).toEqual([]);
    }
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
    expect(outside).toEqual([]);
    expect(problems).toEqual([]);
  });
}
