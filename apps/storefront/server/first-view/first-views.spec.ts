/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { game, gamePage } from '../../src/testing/products.ts';
import type { Renderer } from './first-views.ts';
import { storefront } from '../testing/storefront.ts';

const errors = jest.spyOn(console, 'error');
beforeEach(() => void errors.mockReturnValue(undefined));
afterEach(() => void errors.mockReset());

const steam = '/products/kinguin/Steam?page=1&limit=16&currency=EUR';
const answers = {
  '/products/kinguinId/7': gamePage(),
  '/pages/pages': [{ name: 'About Us', type: 'Company' }],
  [steam]: { products: [game()], totalPages: 1 },
};

function rendering(html: () => Promise<string> = () => Promise.resolve('<p>rendered</p>')) {
  return jest.fn<Renderer['renderView']>().mockImplementation(html);
}

/** The embedded answers as read by the browser. */
function served(body: string) {
  const text = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(body)?.[1];
  return text === undefined ? null : (JSON.parse(text) as { answers: { endpointName: string; arg?: unknown; value: unknown }[] });
}

test('a page comes with its first view and the answers that it was made from, and neither starts their calls nor says it all twice', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  const { body } = await shop.get('/product/x-7');
  expect(body).toContain('<body class="with-header"><div id="root"><p>rendered</p></div><noscript></noscript>');
  expect(body).not.toContain('as="fetch"');
  expect(served(body)?.answers).toEqual([
    { endpointName: 'getGameByKinguinId', arg: { id: '7' }, value: gamePage() },
    { endpointName: 'listPages', value: [{ name: 'About Us', type: 'Company' }] },
  ]);
  expect(renderView.mock.calls[0]?.[0]).toBe('/product/Half-Life-7');
});

test('no word of an answer ends the element that it travels in', async () => {
  const hostile = gamePage({ name: '</script><script>alert(1)</script><!--head-->$&' });
  const shop = await storefront({ answers: { '/products/kinguinId/7': hostile } });
  const { body } = await shop.get('/product/x-7');
  expect(served(body)?.answers[0]?.value).toEqual(hostile);
  expect(body).not.toContain('<script>alert');
});

test('a page is rendered once while the API says the same, whatever words stand before its id, and compressed for clients that accept it', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  for (const encoding of ['br', 'gzip', 'identity'])
    expect((await shop.get('/product/x-7', { 'accept-encoding': encoding })).statusCode).toBe(200);
  await shop.get('/product/other-words-7?utm_source=mail');
  expect(renderView).toHaveBeenCalledTimes(1);
});

test('a page that cannot be rendered goes out without its first view, and the reason is logged', async () => {
  const shop = await storefront({ answers, renderView: () => Promise.reject(new Error('A component broke.')) });
  const { statusCode, body } = await shop.get('/product/x-7');
  expect(statusCode).toBe(200);
  expect(body).toContain('<div id="root"></div>');
  expect(body).toContain('<h1>Half-Life</h1>');
  expect(served(body)).toBeNull();
  expect(errors.mock.calls.flat().join(' ')).toMatch(/\/product\/Half-Life-7 could not be rendered.*A component broke/);
});

const NOT_WAITED_FOR = ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] as const;

test('a page whose parts never come goes out without its first view after two seconds', async () => {
  const begun = Promise.withResolvers<void>();
  const renderView = () => {
    begun.resolve();
    return new Promise<string>(() => undefined);
  };
  const shop = await storefront({ answers, renderView });
  // Fakes only the clock of this wait.
  jest.useFakeTimers({ doNotFake: [...NOT_WAITED_FOR] });
  try {
    const page = shop.get('/product/x-7');
    await begun.promise;
    await jest.advanceTimersByTimeAsync(2000);
    expect(served((await page).body)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
  expect(errors.mock.calls.flat().join(' ')).toMatch(/longer than 2000 ms/);
});

test.each([
  ['currency=Pln', 'Pln'],
  ['tk=abc; currency=Usd; x=1', 'Usd'],
  ['currency=Chf', 'Eur'],
  ['currency=%3Cscript%3E', 'Eur'],
  ['mycurrency=Pln', 'Eur'],
  ['', 'Eur'],
])('with the cookies "%s" a page is rendered in %s', async (cookie, currency) => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  const { body, headers } = await shop.get('/product/x-7', { cookie });
  expect(renderView.mock.calls.map(([, view]) => view.currency)).toEqual([currency]);
  expect(body).toContain(`"currency":"${currency}"}</script>`);
  expect(headers.vary).toContain('Cookie');
});

test('each currency has its own page and asks for its own list, and none is given for another', async () => {
  const inZloty = { ...answers, '/products/kinguin/Steam?page=1&limit=16&currency=PLN': { products: [game()], totalPages: 1 } };
  const renderView = jest.fn<Renderer['renderView']>().mockImplementation((_url, { currency }) => Promise.resolve(`<p>${currency}</p>`));
  const shop = await storefront({ answers: inZloty, renderView });
  for (const cookie of ['', 'currency=Pln', '', 'currency=Pln']) {
    const { body } = await shop.get('/products/Steam', { cookie });
    expect(body).toContain(cookie === '' ? '<p>Eur</p>' : '<p>Pln</p>');
    expect(served(body)?.answers[0]?.arg).toMatchObject({ currency: cookie === '' ? 'EUR' : 'PLN' });
  }
  expect(renderView).toHaveBeenCalledTimes(2);
});

test('a product comes with its reviews and what is like it, where the API gives them', async () => {
  const similar = { products: [game({ kinguinId: 9, _id: '9' })] };
  const shop = await storefront({ answers: { ...answers, '/review/kinguin/7': [], '/products/similarProducts': similar } });
  const { body } = await shop.get('/product/x-7');
  expect(served(body)?.answers.slice(1, 3)).toEqual([
    { endpointName: 'listReviews', arg: { productType: 'kinguin', productId: '7' }, value: [] },
    {
      endpointName: 'listSimilarProducts',
      arg: { similarProductsRequest: { id: '7', genres: ['Action'], platform: 'Steam' } },
      value: similar,
    },
  ]);
});

test('with more pages to render than the process can bear, the others go out without their first view, this once', async () => {
  let finish = () => undefined as void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const ids = Array.from({ length: 10 }, (_, number) => number + 11);
  const many = Object.fromEntries(ids.map((kinguinId) => [`/products/kinguinId/${kinguinId}`, gamePage({ kinguinId })]));
  const shop = await storefront({ answers: many, renderView: rendering(() => done.then(() => '<p>rendered</p>')) });
  let answered = 0;
  const get = () => Promise.all(ids.map((id) => shop.get(`/product/x-${id}`).finally(() => (answered += 1))));
  const shown = (pages: { body: string }[]) => pages.filter(({ body }) => served(body) !== null).length;
  const first = get();
  // The two above the limit are answered without, the others wait.
  while (answered < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  finish();
  expect(shown(await first)).toBe(8);
  expect(shown(await get())).toBe(10);
});

test.each(['/my-cart', '/checkout', '/account/orders', '/auth/login', '/order/guest/1-abc', '/nowhere', '/product/x-8'])(
  'nothing of %s is rendered: it is one visitor’s, or not there',
  async (url) => {
    const renderView = rendering();
    const shop = await storefront({ answers, renderView });
    expect((await shop.get(url)).body).toContain('<div id="root"></div>');
    expect(renderView).not.toHaveBeenCalled();
  },
);

test('a list is rendered at its own spelling, once for whatever else stands in its address', async () => {
  const renderView = rendering();
  const shop = await storefront({ answers, renderView });
  for (const url of ['/products/steam', '/products/Steam?genres=Nonsense', '/products/Steam?utm_source=mail', '/products/Steam?page=1&x=1'])
    await shop.get(url);
  expect(renderView.mock.calls.map(([url]) => url)).toEqual(['/products/Steam']);
});

test('a search that is sent before its script is there leads on to the results', async () => {
  const shop = await storefront({ answers });
  const locationOf = async (url: string) => (await shop.get(url)).headers.location;
  expect(await locationOf('/search?query=half+life%2F2')).toBe('/search/half%20life%2F2');
  expect(await locationOf('/search?query=++')).toBe('/home');
  expect(await locationOf('/search')).toBe('/home');
});
