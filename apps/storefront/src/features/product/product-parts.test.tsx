import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, waitFor, within } from '@testing-library/react';
import { type Currency, decodeCart, LANGUAGE_FLAGS } from '@keyturn/shop-rules';
import { productPage, TWO_REVIEWS } from '../../testing/open-product.tsx';

/** Measurements that jsdom lacks, set by the test. */
type Intersection = { isIntersecting: boolean; top: number };
const watched = new Map<Element, (entry: Intersection) => void>();
const resized: (() => void)[] = [];
const nothing = { IntersectionObserver: globalThis.IntersectionObserver, ResizeObserver: globalThis.ResizeObserver };

class Watching {
  readonly #notify: IntersectionObserverCallback;
  constructor(notify: IntersectionObserverCallback) {
    this.#notify = notify;
  }
  observe(target: Element) {
    watched.set(target, ({ isIntersecting, top }) => {
      const entry = { isIntersecting, target, boundingClientRect: { top } } as unknown as IntersectionObserverEntry;
      this.#notify([entry], this as unknown as IntersectionObserver);
    });
  }
  unobserve() {}
  disconnect() {}
}
class Resizing {
  constructor(notify: () => void) {
    resized.push(notify);
  }
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  Object.assign(globalThis, { IntersectionObserver: Watching, ResizeObserver: Resizing });
});
afterEach(() => {
  Object.assign(globalThis, nothing);
  watched.clear();
  resized.length = 0;
});

const PRICES = {
  Eur: 59,
  Usd: 65,
  Pln: 250,
  Gbp: 50,
  usdPriceDiscounted: 40,
  plnPriceDiscounted: 155,
  gbpPriceDiscounted: 31,
};

test.each([
  ['Eur', 59],
  ['Usd', 65],
  ['Pln', 250],
  ['Gbp', 50],
] as const)('with %s chosen, Add to Cart stores the price of %s and all the others beside it', async (currency: Currency, price) => {
  localStorage.setItem('currency', currency);
  const { buy, user } = await productPage({ cheapestOfferId: ['offer-a', 'offer-b'] });
  await user.click(buy.getByRole('button', { name: 'Add to Cart' }));
  await waitFor(() => expect(decodeCart(localStorage.getItem('idt'))).toHaveLength(1));
  expect(decodeCart(localStorage.getItem('idt'))).toEqual([
    {
      item: {
        _id: '7',
        price,
        is_discounted: true,
        new_price: 36,
        mainImage: 'images/abc-320.webp',
        name: 'Half-Life',
        type: 'game',
        mqte: 5,
        offerId: 'offer-a',
      },
      prices: PRICES,
      quantity: 1,
    },
  ]);
});

test('the three benefits stand in the buy box, in the words of the shop', async () => {
  const { buy } = await productPage();
  const list = buy.getByText('Friendly Return Policy').closest('ul') as HTMLElement;
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(['Friendly Return Policy', 'Fast Checkout Process', 'Convenient Payement Options']);
});

test.each([
  [2, 'hours', '2 hours'],
  [3, null, '3'],
])('a ship time of %s with the unit %s is shown as "%s"', async (shiping, unit, words) => {
  const { buy } = await productPage({ shiping, unit });
  expect(buy.getByText('Delivery').nextElementSibling?.textContent).toBe(words);
  expect(buy.queryByText('Fast Digital Delivery')).toBeNull();
});

test('a product of some regions names them all instead of Worldwide', async () => {
  const { buy } = await productPage({ regions: ['Europe', 'Turkey'] });
  expect(buy.getByText('Region').nextElementSibling?.textContent).toBe('Europe, Turkey');
  expect(buy.queryByText('Worldwide')).toBeNull();
});

test('the bar of the reviews is as wide as their rounded percentage, and the page says that purchases confirm them', async () => {
  // 13 stars of 15 are 86.67 %.
  const { findByRole, getByText } = await productPage({}, [...TWO_REVIEWS, { ...TWO_REVIEWS[1], _id: 'c' }]);
  const bar = await findByRole('img', { name: '87%, 4.33 of 5 stars' });
  expect(bar.getAttribute('viewBox')).toBe('0 0 100 8');
  expect(bar.querySelector('rect')?.getAttribute('width')).toBe('87');
  expect(getByText('All reviews are confirmed by purchases.')).toBeTruthy();
});

test('a line of the requirements is split at its first colon, and one without stays whole', async () => {
  const { getByRole } = await productPage({
    systemRequirements: [
      { system: 'Windows', requirement: ['Graphics: DirectX: 12', ' HDD Space :  20 GB ', 'A fast connection', ': nothing before'] },
    ],
  });
  const table = within(getByRole('region', { name: 'System requirements' }));
  const rows = table.getAllByRole('definition').map((value) => [value.previousElementSibling?.textContent, value.textContent]);
  expect(rows).toEqual([
    ['Graphics', 'DirectX: 12'],
    ['HDD Space', '20 GB'],
    ['', 'A fast connection'],
    ['', ': nothing before'],
  ]);
});

test('a description that is longer than its room opens by Read more and closes again, a shorter one has no such button', async () => {
  const { getByRole, queryByRole, user } = await productPage();
  const text = getByRole('region', { name: 'Description' }).querySelector('[data-more]') as HTMLElement;
  const measured = (height: number) => {
    Object.defineProperty(text, 'scrollHeight', { value: height, configurable: true });
    Object.defineProperty(text, 'clientHeight', { value: 300, configurable: true });
    act(() => resized.forEach((notify) => notify()));
  };
  measured(300);
  expect(queryByRole('button', { name: 'Read more' })).toBeNull();
  measured(900);
  await user.click(getByRole('button', { name: 'Read more' }));
  expect([text.parentElement?.dataset.cut, getByRole('button', { name: 'Read less' }).getAttribute('aria-expanded')]).toEqual([
    'false',
    'true',
  ]);
  await user.click(getByRole('button', { name: 'Read less' }));
  expect(text.parentElement?.dataset.cut).toBe('true');
});

test('the bar at the lower edge comes once the buy box has left upwards, puts the game into the cart, and goes with it', async () => {
  const { buy, container, user, store } = await productPage();
  const bar = container.querySelector('[data-bottom-bar]') as HTMLElement;
  const box = [...watched.keys()].find((element) => element.contains(buy.getByText('Region'))) as Element;
  const notify = (entry: Intersection) => act(() => watched.get(box)?.(entry));
  expect(bar.hasAttribute('inert')).toBe(true);
  notify({ isIntersecting: false, top: 900 });
  expect(bar.hasAttribute('inert')).toBe(true);
  notify({ isIntersecting: false, top: -400 });
  expect(bar.hasAttribute('inert')).toBe(false);
  expect(within(bar).getByText('€36.00')).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Add to Cart' }));
  expect(store.getState().cart.lines).toHaveLength(1);
  notify({ isIntersecting: true, top: 100 });
  expect(bar.hasAttribute('inert')).toBe(true);
});

test('notes stand in a notice box as the HTML that they are, and nothing stands there without them', async () => {
  const { getByRole, unmount } = await productPage({ notes: '<p>Needs a <strong>VPN</strong>.</p>' });
  const notice = getByRole('complementary', { name: 'Notice' });
  expect(notice.querySelector('strong')?.textContent).toBe('VPN');
  unmount();
  const { queryByRole } = await productPage({ notes: '' });
  expect(queryByRole('complementary', { name: 'Notice' })).toBeNull();
});

test('the specification’s ten languages have their flags, and others stand by name alone', async () => {
  expect(LANGUAGE_FLAGS).toEqual({
    French: 'FR',
    English: 'GB',
    Italian: 'IT',
    Spanish: 'ES',
    Russian: 'RU',
    Japanese: 'JP',
    German: 'DE',
    Korean: 'KR',
    Chinese: 'CN',
    Portuguese: 'PT',
  });
  const { getByRole } = await productPage({ languages: ['Global', 'Korean', 'Polish', 'English'] });
  const flags = within(getByRole('region', { name: 'Overview' }))
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('img')?.getAttribute('src') ?? null]);
  expect(flags).toEqual([
    ['Multilingual', null],
    ['Korean', '/flags/kr.svg'],
    ['Polish', null],
    ['English', '/flags/gb.svg'],
  ]);
});

test('the page of a game shows its cover, its name, its discount and its platform with the icon of that', async () => {
  const { buy, container, getByRole } = await productPage({ platform: 'Xbox Series X|S' });
  expect(container.querySelector('article img')?.getAttribute('src')).toContain('/images/abc-');
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Half-Life');
  const platform = buy.getByText('Xbox Series X|S');
  expect(platform.querySelector('use')?.getAttribute('href')).toMatch(/#xbox$/);
  expect(platform.parentElement?.textContent).toBe('Xbox Series X|SDiscount -39%');
});

test('the release date is written out, and what is like the game is asked for by its id, genres and platform', async () => {
  const { getByRole, callsOf } = await productPage({ genres: ['Action', 'FPS'] });
  const date = within(getByRole('region', { name: 'Overview' })).getByText('Release date').nextElementSibling;
  expect(date?.textContent).toBe('5 March 2024');
  await waitFor(() => expect(callsOf('POST /products/similarProducts')).toHaveLength(1));
  expect(callsOf('POST /products/similarProducts')[0]?.body).toEqual({ id: '7', genres: ['Action', 'FPS'], platform: 'Steam' });
});
