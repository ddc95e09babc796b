/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { PLATFORMS } from '@keyturn/shop-rules';
import { game, gamePage } from '../../src/testing/products.ts';
import { crawl } from '../testing/crawler.ts';
import { storefront } from '../testing/storefront.ts';

const review = (rating: number) => ({ _id: '1', rating, description: '', createdAt: '', user: {}, productType: 'kinguin', kinguin: '7' });
const post = {
  id: '1',
  title: 'Regions',
  uniqueRoute: 'regions',
  coverImage: 'images/abc-960.webp',
  metaDescription: 'What regions mean.',
  createdAt: '2026-10-01T00:00:00.000Z',
  date: '2026-10-02T00:00:00.000Z',
  description: '<h3>Europe</h3><p>Keys &amp; regions</p>',
};
const answers = {
  '/home': [
    [{ products: [game({ name: 'Portal', kinguinId: 9, _id: 'a' })] }],
    { id: '1', sectionName: 'Best', products: [game()], after_slider_platform: false, after_slider_price: false },
  ],
  '/products/kinguinId/7': gamePage(),
  '/products/01jsoft': {
    game: gamePage({ type: 'software', kinguinId: undefined, _id: '01jsoft', name: 'Office', productName: 'Office' }),
    message: 'success',
  },
  '/products/kinguin/Steam?page=1&limit=16&currency=EUR': { products: [game(), game({ name: 'Portal', kinguinId: 9 })], totalPages: 3 },
  '/products/kinguin/Steam?page=1&limit=16&genres=RPG&minPrice=5&currency=EUR&sort=priceAsc': { products: [game()], totalPages: 1 },
  '/products/kinguin/Steam?page=2&limit=16&currency=EUR': { products: [game()], totalPages: 3 },
  '/products/kinguin/Steam?page=3&limit=16&currency=EUR': { products: [game()], totalPages: 3 },
  '/products/kinguin/Steam?page=99&limit=16&currency=EUR': { products: [], totalPages: 3 },
  '/products?page=1&limit=24&currency=EUR': { games: [game()], totalPages: 1 },
  '/products/getAllProductsFiltred?page=1&limit=16&currency=EUR': { products: [game()], totalPages: 1 },
  '/pages/getPage': { name: 'About Us', description: '<p>We sell keys.</p>', meta_description: 'Who we are.' },
  '/blog/': [post],
  '/blog/title/regions': post,
};

beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue(undefined));

const read = (url: string, given: Record<string, unknown> = answers) => crawl(url, given);

test.each([
  ['/home', 'Keyturn: game keys, gift cards and software', '/home', ['WebSite', 'OnlineStore']],
  ['/product/wrong-words-7', 'Half-Life for Steam | Keyturn', '/product/Half-Life-7', ['Product', 'BreadcrumbList']],
  ['/software/x-01jsoft', 'Half-Life for Steam | Keyturn', '/software/Office-01jsoft', ['Product', 'BreadcrumbList']],
  ['/products/Steam', 'Steam keys | Keyturn', '/products/Steam', ['ItemList', 'BreadcrumbList']],
  ['/products/Steam?page=2&utm_source=mail', 'Steam keys, page 2 | Keyturn', '/products/Steam?page=2', ['ItemList', 'BreadcrumbList']],
  ['/products/Steam?page=99', 'Steam keys, page 3 | Keyturn', '/products/Steam?page=3', ['ItemList', 'BreadcrumbList']],
  ['/products/Steam?genres=RPG&minPrice=5&sort=priceAsc', 'Steam keys | Keyturn', '/products/Steam', ['ItemList', 'BreadcrumbList']],
  ['/softwares', 'Software keys | Keyturn', '/softwares', ['ItemList', 'BreadcrumbList']],
  ['/game-list-filtred', 'All games | Keyturn', '/game-list-filtred', ['ItemList', 'BreadcrumbList']],
  ['/about', 'About Us | Keyturn', '/about', ['BreadcrumbList']],
  ['/about/About%20Us', 'About Us | Keyturn', '/about', ['BreadcrumbList']],
  ['/guide', 'Steam activation guide | Keyturn', '/guide', ['BreadcrumbList']],
  ['/contact', 'Contact us | Keyturn', '/contact', ['BreadcrumbList']],
  ['/blogs', 'Blog | Keyturn', '/blogs', ['BreadcrumbList']],
  ['/blog/regions', 'Regions | Keyturn', '/blog/regions', ['BlogPosting', 'BreadcrumbList']],
])('%s is "%s" at %s', async (url, title, canonical, types) => {
  const page = await read(url);
  expect([page.status, page.title, page.canonical]).toEqual([200, title, `http://shop.test${canonical}`]);
  expect(page.meta('description')).toMatch(/\S.{10}/);
  expect(page.meta('robots')).toBeUndefined();
  expect(page.meta('og:url')).toBe(`http://shop.test${canonical}`);
  expect(page.meta('og:title')).toBeTruthy();
  expect(page.meta('og:description')).toBe(page.meta('description'));
  expect(page.meta('twitter:card')).toMatch(/^summary/);
  expect(page.meta('og:image')).toMatch(/^https?:\/\/(?:shop|api)\.test\/\S+\.(?:png|webp)$/);
  expect(page.dataTypes).toEqual(types);
  for (const type of types) expect(page.data(type)).toMatchObject({ '@context': 'https://schema.org' });
});

test.each([
  '/my-cart',
  '/checkout',
  '/success',
  '/auth/login',
  '/auth/reset/abc',
  '/newsletter/confirm/abc',
  '/newsletter/unsubscribe/abc',
  '/privacy/data',
  '/privacy/data/abc',
  '/privacy/close/abc',
  '/order/guest/1-abc-def',
  '/account/favs',
  '/account',
  '/404',
  '/products/Atari',
])('%s stays out of search engines, has no canonical address and describes nothing to them', async (url) => {
  const page = await read(url);
  expect([page.meta('robots'), page.canonical, page.meta('og:url')]).toEqual(['noindex', undefined, undefined]);
  expect(page.dataTypes).toEqual([]);
});

test('a game has its price, its rating and the way to it', async () => {
  const page = await read('/product/x-7', { ...answers, '/review/kinguin/7': [review(5), review(4), review(4)] });
  expect(page.data('Product')).toMatchObject({
    name: 'Half-Life',
    description: 'A crowbar against everybody.',
    sku: '7',
    image: ['https://api.test/images/abc-640.webp'],
    brand: { name: 'Valve' },
    offers: {
      '@type': 'Offer',
      price: '36.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url: 'http://shop.test/product/Half-Life-7',
    },
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.33, reviewCount: 3, bestRating: 5 },
  });
  expect(page.data('BreadcrumbList')?.itemListElement).toMatchObject([
    { position: 1, item: 'http://shop.test/home' },
    { position: 2, name: 'Steam', item: 'http://shop.test/products/Steam' },
    { position: 3, name: 'Half-Life', item: 'http://shop.test/product/Half-Life-7' },
  ]);
  expect([page.meta('og:type'), page.meta('og:image')]).toEqual(['product', 'https://api.test/images/abc-640.webp']);
});

test('a software has the rating of its own reviews, and none of a game’s', async () => {
  const page = await read('/software/x-01jsoft', {
    ...answers,
    '/review/kinguin/01jsoft': [review(1)],
    '/review/software/01jsoft': [review(5), review(4)],
  });
  expect(page.data('Product')).toMatchObject({
    sku: '01jsoft',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5 },
  });
});

test('a game without reviews claims no rating, and one without stock no stock', async () => {
  const page = await read('/product/x-7', { '/products/kinguinId/7': gamePage({ qty: 0 }), '/review/kinguin/7': [] });
  expect(page.data('Product')).not.toHaveProperty('aggregateRating');
  expect(page.data('Product')?.offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' });
});

test('a list names its products in their order, and links them for readers without scripts', async () => {
  const page = await read('/products/Steam');
  expect(page.data('ItemList')).toMatchObject({
    numberOfItems: 2,
    itemListElement: [
      { position: 1, url: 'http://shop.test/product/Half-Life-7' },
      { position: 2, url: 'http://shop.test/product/Portal-9' },
    ],
  });
  expect(page.text).toContain('<h1>Steam</h1>');
  expect(page.text).toContain('<li><a href="/product/Portal-9">Portal, €36.00</a></li>');
  expect(page.text).toContain('<a href="/products/Steam?page=2">Next page</a>');
  expect(page.text).not.toContain('Previous page');
});

test('a list starts its call and its first picture with the HTML', async () => {
  const { body } = await read('/products/Steam');
  expect(body).toContain(
    'as="fetch" crossorigin="anonymous" href="https://api.test/products/kinguin/Steam?page=1&#38;limit=16&#38;currency=EUR"',
  );
  expect(body.match(/as="image"/g)).toHaveLength(1);
});

test('home links every product that it shows once', async () => {
  const { text } = await read('/home');
  expect(text).toContain('<h1>Keyturn: game keys, gift cards and software</h1>');
  expect(text.match(/href="\/product\//g)).toHaveLength(2);
});

test.each(['/products/Steam', '/products/Steam?genres=RPG', '/softwares', '/game-list-filtred', '/about', '/guide', '/contact', '/blogs'])(
  '%s has no picture of its own and is shared with the shop’s card',
  async (url) => {
    const page = await read(url);
    expect(['og:image', 'og:image:width', 'og:image:height', 'twitter:card'].map((name) => page.meta(name))).toEqual([
      'http://shop.test/share-card.png',
      '1200',
      '630',
      'summary_large_image',
    ]);
    expect(page.meta('og:image:alt')).toMatch(/\S.{10}/);
  },
);

test('the share card is a PNG of 1200 by 630 px that a messenger takes', () => {
  const card = readFileSync(join(import.meta.dirname, '../../public/share-card.png'));
  expect(card.toString('latin1', 1, 4)).toBe('PNG');
  expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(card.length).toBeLessThan(300 * 1024);
});

test('a page that stays out of search engines is shared without a picture', async () => {
  expect((await read('/my-cart')).meta('og:image')).toBeUndefined();
});

test('a post has its words, its day and its picture', async () => {
  const page = await read('/blog/regions');
  expect(page.data('BlogPosting')).toMatchObject({
    headline: 'Regions',
    datePublished: post.date,
    image: 'https://api.test/images/abc-960.webp',
  });
  expect([page.meta('og:type'), page.meta('twitter:card')]).toEqual(['article', 'summary_large_image']);
  expect(page.text).toContain('<p>Europe</p>\n<p>Keys &#38; regions</p>');
});

const hostile = `"><script>alert(1)</script></noscript><img src=x onerror=alert(1)> $& <!--head--> </title>\u2028`;

test('hostile words stay words wherever they stand', async () => {
  const product = gamePage({
    name: hostile,
    title: hostile,
    meta_description: hostile,
    description: `<p>${hostile}</p><b title="</noscript><script>">x</b>`,
  });
  const page = await read('/product/x-7', { '/products/kinguinId/7': product });
  expect(page.body.match(/<script(?! type="application\/ld\+json">)/g)).toHaveLength(1);
  expect(page.body.match(/<\/script>/g)).toHaveLength(3);
  expect(page.body.match(/<\/(?:noscript|title)>/g)).toHaveLength(2);
  expect(page.body).not.toMatch(/<img|<!--head-->|\u2028<\/script>/);
  expect(page.data('Product')).toMatchObject({ name: hostile, description: hostile });
});

test.each(PLATFORMS)('%s is a page that names its own address', async (platform) => {
  const page = await read(`/products/${encodeURIComponent(platform)}`);
  expect([page.status, page.canonical]).toEqual([
    200,
    `http://shop.test/products/${encodeURIComponent(platform).replaceAll("'", '&#39;')}`,
  ]);
});

test('an API that is down costs a page its details, not the page; and it is given no address to be remembered by', async () => {
  const shop = await storefront({ answers });
  await shop.stopApi();
  for (const url of ['/product/x-7', '/about', '/blog/regions']) {
    const { statusCode, body } = await shop.get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Keyturn</title>');
    expect(body).not.toMatch(/canonical|noindex/);
  }
  expect((await shop.get('/products/Steam')).body).toContain('<title>Steam keys | Keyturn</title>');
});
