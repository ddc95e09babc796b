/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { game } from '../../src/testing/products.ts';
import type { Renderer } from './first-views.ts';
import { crawl } from '../testing/crawler.ts';
import { storefront } from '../testing/storefront.ts';

const found = { products: [game(), game({ name: 'Portal', kinguinId: 9 })], totalPages: 2 };
const ALL = '/products/getAllProductsFiltred?page=1&limit=16';
const answers = {
  [`${ALL}&currency=EUR`]: found,
  [`${ALL}&genres=Action%2CStory+rich&minPrice=2.5&maxPrice=20&currency=EUR&sort=priceAsc`]: found,
  [`${ALL}&genres=RPG&currency=EUR`]: found,
  '/products/search/half%20life%2F2?page=1&limit=10&currency=EUR': found,
  '/products/search/half%20life%2F2?page=2&limit=10&currency=EUR': found,
};

beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue(undefined));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** No timeouts for API and rendering: a busy computer must not fail these tests. */
function waitForEver(): void {
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });
}

function rendering() {
  return jest.fn<Renderer['renderView']>().mockImplementation((url) => Promise.resolve(`<p>${url}</p>`));
}

const FILTERED = '/game-list-filtred?page=1&genres=Story%20rich,action,Nonsense&minPrice=2.50&maxPrice=20&sort=priceAsc&utm_source=mail';
const IN_ORDER = '/game-list-filtred?genres=Action,Story+rich&minPrice=2.5&maxPrice=20&sort=priceAsc';

test('a filtered list comes with its products and leads search engines to the list as a whole', async () => {
  const page = await crawl(FILTERED, answers);
  expect([page.status, page.canonical, page.meta('robots')]).toEqual([200, 'http://shop.test/game-list-filtred', undefined]);
  expect(page.data('ItemList')).toMatchObject({ numberOfItems: 2, itemListElement: [{}, { url: 'http://shop.test/product/Portal-9' }] });
  expect(page.data('BreadcrumbList')?.itemListElement).toMatchObject([{}, { item: 'http://shop.test/game-list-filtred' }]);
  expect(page.text).toContain('<a href="/product/Portal-9">');
});

test('the same choice in another order is one page, rendered once from the very call that the browser would make', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  await shop.get(FILTERED);
  const { body } = await shop.get(IN_ORDER);
  expect(renderView.mock.calls.map(([url]) => url)).toEqual([IN_ORDER]);
  expect(renderView.mock.calls[0]?.[1].answers[0]).toMatchObject({
    endpointName: 'listFilteredProducts',
    arg: { page: 1, limit: 16, currency: 'EUR', genres: 'Action,Story rich', minPrice: 2.5, maxPrice: 20, sort: 'priceAsc' },
  });
  expect(body).toContain(`<div id="root"><p>${IN_ORDER}</p></div>`);
});

test('prices that contradict each other filter nothing, and the page still says that they do', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  await shop.get('/game-list-filtred?minPrice=50&maxPrice=10');
  expect(renderView.mock.calls.map(([url]) => url)).toEqual(['/game-list-filtred?minPrice=50&maxPrice=10']);
  expect(shop.asked).toContain(`${ALL}&currency=EUR`);
});

test('any number of filtered lists and searches pushes no page out that everybody asks for', async () => {
  const many = Array.from({ length: 310 }, (_, number) => number + 1);
  const choices = Object.fromEntries(many.map((price) => [`${ALL}&maxPrice=${price}&currency=EUR`, found]));
  const renderView = rendering();
  const shop = await storefront({ answers: { ...answers, ...choices }, renderView });
  waitForEver();
  await shop.get('/game-list-filtred');
  for (const price of many) await shop.get(`/game-list-filtred?maxPrice=${price}`);
  await shop.get('/game-list-filtred?maxPrice=310');
  await shop.get('/game-list-filtred');
  expect(renderView).toHaveBeenCalledTimes(311);
  await shop.get('/game-list-filtred?maxPrice=1');
  expect(renderView).toHaveBeenCalledTimes(312);
});

test.each([
  ['/search/half%20life%2F2', 'Search: half life/2 | Keyturn', '/search/half%20life%2F2'],
  ['/search/%20half%20life%2F2?x=1', 'Search: half life/2 | Keyturn', '/search/half%20life%2F2'],
  ['/search/half%20life%2F2?page=2', 'Search: half life/2, page 2 | Keyturn', '/search/half%20life%2F2?page=2'],
])('%s is "%s" at %s with what was found, and stays out of search engines', async (url, title, canonical) => {
  const page = await crawl(url, answers);
  expect([page.status, page.title, page.canonical]).toEqual([200, title, `http://shop.test${canonical}`]);
  expect([page.meta('robots'), page.meta('og:url')]).toEqual(['noindex', `http://shop.test${canonical}`]);
  expect(page.meta('og:image')).toBe('http://shop.test/share-card.png');
  expect(page.data('ItemList')).toMatchObject({ numberOfItems: 2 });
  expect(page.data('BreadcrumbList')?.itemListElement).toMatchObject([{}, { item: `http://shop.test${canonical}` }]);
});

test('a search is rendered at its own address, and one for nothing asks for nothing', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  await shop.get('/search/%20half%20life%2F2');
  expect(renderView.mock.calls.map(([url]) => url)).toEqual(['/search/half%20life%2F2']);
  const asked = shop.asked.length;
  expect((await shop.get('/search/%20')).statusCode).toBe(200);
  expect(shop.asked).toHaveLength(asked);
});
