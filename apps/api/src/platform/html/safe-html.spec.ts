import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { plainText, safeHtml, safeHtmlWithPictures } from './safe-html.ts';

test.each([
  ['<script>alert(1)</script><p onclick="x()">Hi</p>', '<p>Hi</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="https://example.com/x">x</a>', '<a href="https://example.com/x" rel="noopener nofollow">x</a>'],
  ['<a href="/guide">x</a>', '<a href="/guide">x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<h1>One</h1><h2>Two</h2><h3>Three</h3>', '<h3>One</h3><h3>Two</h3><h3>Three</h3>'],
  ['<iframe src="x">in</iframe><form><input></form><style>p{}</style>done<br>', 'done<br />'],
  ['<img src="data:image/png;base64,AA" onerror="x()">text<b>!</b>', 'text<b>!</b>'],
  ['<p>Tom &amp; Jerry &lt;3 &#39;n&#39; &eacute;</p>', "<p>Tom &amp; Jerry &lt;3 'n' é</p>"],
])('%s becomes %s', (html, safe) => {
  expect(safeHtml(html)).toBe(safe);
});

test('plain text becomes paragraphs, its entities decoded and its brackets kept as text', () => {
  expect(safeHtml('Counter-Strike&#39;s award\r\nsecond line\r\n\r\nNext 1 < 2')).toBe(
    "<p>Counter-Strike's award<br />second line</p><p>Next 1 &lt; 2</p>",
  );
});

test('names lose tags and keep what their entities mean', () => {
  expect(plainText('Tom Clancy&#39;s <b>Rainbow</b> &amp; &lt;Six&gt;')).toBe("Tom Clancy's Rainbow & <Six>");
});

const id = '0123456789abcdef'.repeat(2);
const withPictures = (html: string) => safeHtmlWithPictures(html, 'https://api.example', (one) => `images/${one}-960.webp`);
const shown = (alt: string) => `<img src="images/${id}-960.webp" alt="${alt}" />`;

test.each([
  [
    `<p>a<img src="images/${id}-960.webp" alt=' A "castle" ' onerror="x()" style="x" srcset="y">b</p>`,
    `<p>a${shown('A &quot;castle&quot;')}b</p>`,
  ],
  [`<img src="/images/${id}-320.webp">`, shown('')],
  [`<IMG SRC=" https://api.example/images/${id}-320.jpg " ALT=x>`, shown('x')],
  [`<img src="https://evil.example/images/${id}-320.webp" alt="x">a`, 'a'],
  [`<img src="https://api.example.evil/images/${id}-320.webp" alt="x">a`, 'a'],
  [`<img src="//api.example/images/${id}-320.webp" alt="x">a`, 'a'],
  [`<img src="images/../images/${id}-320.webp" alt="x">a`, 'a'],
  [`<img src="images/${id}-320.svg" alt="x">a<img alt="x"><img>`, 'a'],
  [`<svg><img src="images/${id}-960.webp"></svg>a<b>b</b>`, 'a<b>b</b>'],
])('where pictures of the shop may stand, %s becomes %s', (html, safe) => {
  expect(withPictures(html)).toBe(safe);
});

const payloads = [
  '"><svg/onload=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<img src=x onerror=alert(1)//',
  '<!--><img src=x onerror=alert(1)>-->',
  '<svg><script>alert&#40;1)</script>',
];
/** Collected XSS payloads, where that list is beside the repository; the payloads of this file always run. */
const hostile = join(import.meta.dirname, '../../../../../../shared/data/hostile');
const collected = ['xss-payloads.json', 'sanitiser-cases.json']
  .map((name) => join(hostile, name))
  .filter((file) => existsSync(file))
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as (string | { payload: string })[])
  .map((entry) => (typeof entry === 'string' ? entry : entry.payload));

test('where the collected payloads lie beside the repository, they are read', () => {
  expect([existsSync(hostile), collected.length >= 1000]).toEqual([existsSync(hostile), existsSync(hostile)]);
});

test('no picture of the payloads comes through where pictures of the shop may stand, and all else as without', () => {
  for (const payload of [...payloads, ...collected]) expect([payload, withPictures(payload)]).toEqual([payload, safeHtml(payload)]);
});

test('nothing that runs comes through', () => {
  for (const payload of [...payloads, ...collected]) {
    const tags = safeHtml(payload).match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(/^<\/?[a-z0-9]+(?: (?:href|rel|colspan|rowspan|scope)="[^"<>]*")*(?: \/)?>$/);
      expect(tag).not.toMatch(/^<\/?(?:script|style|iframe|form|svg|math|img|object|embed|input|base|meta|link)\b/);
      // As in browsers: white space beyond ASCII makes no scheme, so such a link is relative.
      const href = /href="([^"]*)"/.exec(tag)?.[1] ?? '/';
      expect([href, URL.canParse(href, 'https://shop.example') ? new URL(href, 'https://shop.example').protocol : 'leads nowhere']).toEqual(
        [href, expect.stringMatching(/^(?:https?:|mailto:|leads nowhere)$/)],
      );
    }
  }
});
