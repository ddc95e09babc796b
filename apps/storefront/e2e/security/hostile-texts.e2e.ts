import { expect, test } from '@playwright/test';
import { takeIn } from '../support/shop-fixtures.ts';
import { decided, settled } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

/** Each would set this mark, open a dialog, leave the page or call home, if it ran. */
const RUN = 'window.hasRun=1';
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<ScRiPt src="data:text/javascript,${RUN}"></ScRiPt>`,
  `<img src="/nowhere.png" onerror="${RUN};alert(1)">`,
  `<svg/onload=${RUN}><animate onbegin=${RUN} attributeName=x></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>vector</text></a></svg>`,
  `<math><mtext><style><img src=x onerror=${RUN}></style></mtext></math>`,
  `<iframe srcdoc="<script>parent.hasRun=1</script>"></iframe><iframe src="javascript:parent.hasRun=1"></iframe>`,
  `<object data="data:text/html,<script>parent.hasRun=1</script>"></object><embed src="//outside.example/x.swf">`,
  `<a href="javascript:${RUN}">script link</a> <a href="JaVa\tScRiPt:${RUN}">odd link</a> <a href="&#106;avascript:${RUN}">coded link</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">data link</a> <a href="https://outside.example/" target="_blank">outside link</a>`,
  `<form action="https://outside.example/"><input name="card" autofocus onfocus="${RUN}"><button>Pay here</button></form>`,
  `<style>body{display:none!important}</style><link rel="stylesheet" href="//outside.example/x.css"><p style="position:fixed;inset:0">cover</p>`,
  `<meta http-equiv="refresh" content="0;url=https://outside.example/"><base href="https://outside.example/">`,
  `<body onload=${RUN}><details open ontoggle=${RUN}>fold</details><video><source onerror=${RUN}></video><marquee onstart=${RUN}>go</marquee>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<template><script>${RUN}</script></template><p id="content" name="body" class="page">clobber</p>`,
  `<!--><img src=x onerror=${RUN}>--><![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<p>The honest end of it.</p>`,
];

const NAME = `Odd "Words" </script><script>${RUN}</script><img src=x onerror=${RUN}> &lt;img src=x onerror=${RUN}&gt; &amp; Co`;
const game = {
  kinguinId: 900_000_101,
  name: NAME,
  platform: 'Steam',
  price: 5,
  genres: ['Indie'],
  description: `<h1>Hostile</h1>${PAYLOADS.join('\n')}`,
  notes: PAYLOADS.join('\n'),
  developers: [`Dev <img src=x onerror=${RUN}>`],
  regions: [`<b onmouseover=${RUN}>Nowhere</b>`],
  systemRequirements: [{ system: `<img src=x onerror=${RUN}>`, requirement: [`OS: <script>${RUN}</script>`] }],
};

test.describe('of a product that was taken in', { tag: '@alone' }, () => {
  test.beforeAll(async () => {
    await takeIn([game], 1);
  });

  test('a hostile description shows its honest words, and nothing in it runs', async ({ page }) => {
    const problems = watch(page);
    const outside: string[] = [];
    await page.route(/outside\.example/, (route) => {
      outside.push(route.request().url());
      return route.abort();
    });
    await decided(page);
    await page.goto(`/product/x-${game.kinguinId}`, { waitUntil: 'domcontentloaded' });
    const main = page.getByRole('main');
    await expect(main.getByText('The honest end of it.').first()).toBeVisible();
    await settled(page);
    await page.waitForLoadState('load');

    // Everything that waits for a visitor gets one: links are followed where they lead nowhere outside.
    for (const name of ['script link', 'odd link', 'coded link', 'data link']) {
      for (const link of await main.getByText(name, { exact: true }).all()) await link.click();
    }
    expect(page.url()).toContain(String(game.kinguinId));
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
    const leftovers = await main.evaluate((element) =>
      [...element.querySelectorAll('*')].flatMap((one) => {
        const isForbidden = one.matches('script, style, iframe, object, embed, form, base, meta, link, marquee, template, noscript');
        const attributes = [...one.attributes].filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|data):/i.test(value));
        return isForbidden || attributes.length > 0 ? [one.outerHTML] : [];
      }),
    );
    expect(leftovers).toEqual([]);
    for (const link of await main.getByText('outside link').all()) await expect(link).toHaveAttribute('rel', /noopener/);
    // The page's own headings stay the first ones, and nothing covers or hides it.
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
    expect(outside).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a hostile name is words in the head of the page, in the list, in the cart and in its popup', async ({ page }) => {
    const problems = watch(page);
    await decided(page);
    const response = await page.goto(`/product/x-${game.kinguinId}`, { waitUntil: 'domcontentloaded' });
    const html = (await response?.text()) ?? '';
    expect(html).not.toContain(`<script>${RUN}`);
    for (const [, data] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) JSON.parse(data ?? '');
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(name).toContain('Odd "Words"');
    await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' }).click();
    const popup = page.getByRole('dialog').filter({ hasText: 'Added to cart' });
    await expect(popup).toContainText(name);
    await popup.getByRole('button', { name: 'View cart' }).click();
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.goto('/search/odd%20words', { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('article', { name })).toBeVisible();
    await page.waitForLoadState('load');
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
    expect(problems).toEqual([]);
  });
});

test('a hostile query is words on the page of results', async ({ page }) => {
  const problems = watch(page);
  await decided(page);
  for (const query of [`<img src=x onerror=${RUN}>`, `"><script>${RUN}</script>`, "';alert(1)//", '{{7*7}}${7*7}', '%00../../etc/passwd']) {
    await page.goto(`/search/${encodeURIComponent(query)}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(query);
    await settled(page);
  }
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
  expect(problems).toEqual([]);
});
