import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { PlatformPage, SearchPage } from './list-pages.ts';
import { game } from '../../testing/products.ts';

const openPage = pageOpener({ '/products/:platform': <PlatformPage />, '/search/:query': <SearchPage /> });

const CALL = 'GET /products/kinguin/Steam';
const list = { products: [game()], totalPages: 12 };

/** A list as wide screens show it, with the filters beside it. */
async function openList(address: string, routes: FakeRoutes = { [CALL]: { body: list } }) {
  window.matchMedia = (media) =>
    ({
      media,
      matches: media.includes('min-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  const shop = openPage(address, routes);
  const filters = within(await shop.findByRole('complementary', { name: 'Filters' }));
  const asked = (call = CALL) => Object.fromEntries(shop.callsOf(call).at(-1)?.query ?? []);
  return { ...shop, filters, asked };
}

test('each tick of a genre applies at once, starts at the first page, and leaves foreign parameters alone', async () => {
  const shop = await openList('/products/Steam?page=4&utm_source=mail');
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Adventure' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?utm_source=mail&genres=Adventure'));
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Action' }));
  await waitFor(() => expect(shop.asked()).toEqual({ page: '1', limit: '16', currency: 'EUR', genres: 'Action,Adventure' }));
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Adventure' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?utm_source=mail&genres=Action'));
});

test('what works in the visitor’s country is shown by one tick, another country by a choice, and the chip takes it back', async () => {
  const shop = await openList('/products/Steam?page=2', { [CALL]: { body: list }, 'GET /visitor': { body: { country: 'PL' } } });
  expect(shop.callsOf('GET /visitor')).toEqual([]);
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Works in my country' }));
  await waitFor(() => expect(shop.asked()).toEqual({ page: '1', limit: '16', currency: 'EUR', country: 'PL' }));
  await shop.user.selectOptions(shop.filters.getByRole('combobox', { name: 'My country' }), 'Canada');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?country=CA'));
  await shop.user.click(shop.getByRole('link', { name: 'Remove filter Works in Canada' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam'));
  expect(shop.filters.getByRole<HTMLInputElement>('checkbox', { name: 'Works in my country' }).checked).toBe(false);
});

test('a visitor from nowhere chooses the country first', async () => {
  const shop = await openList('/products/Steam');
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Works in my country' }));
  await shop.user.selectOptions(await shop.filters.findByRole('combobox', { name: 'My country' }), 'Poland');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?country=PL'));
});

test('a genre and an order chosen before the page could follow are both in the address', async () => {
  const shop = await openList('/products/Steam');
  act(() => {
    fireEvent.click(shop.filters.getByRole('checkbox', { name: 'Action' }));
    fireEvent.change(shop.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'priceAsc' } });
  });
  await waitFor(() => expect(shop.asked()).toMatchObject({ genres: 'Action', sort: 'priceAsc' }));
  expect(shop.at.path).toBe('/products/Steam?genres=Action&sort=priceAsc');
});

test('ten genres are shown, all 33 on demand, and one finds its genre by a part of the name', async () => {
  const shop = await openList('/products/Steam?genres=Strategy');
  const names = () =>
    within(shop.filters.getByRole('group', { name: 'Genres' }))
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent);
  expect(names()).toHaveLength(11);
  expect(names().at(-1)).toBe('Strategy');
  await shop.user.click(shop.filters.getByRole('button', { name: 'Show all 33' }));
  expect(names()).toHaveLength(33);
  await shop.user.type(shop.filters.getByRole('searchbox', { name: 'Find a genre' }), 'shoot');
  expect(names()).toEqual(['Third-Person Shooter']);
  await shop.user.type(shop.filters.getByRole('searchbox', { name: 'Find a genre' }), 'zzz');
  expect(shop.filters.getByRole('status').textContent).toBe('No such genre.');
});

test('a genre beyond the first ten stays in its place when its tick is taken away', async () => {
  const shop = await openList('/products/Steam?genres=Strategy');
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Strategy' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam'));
  expect(shop.filters.getByRole('checkbox', { name: 'Strategy' })).toBe(document.activeElement);
});

test('the inputs of the price start empty, with the range as placeholders, and their spinner goes from 0 and 10 by 10', async () => {
  const shop = await openList('/products/Steam');
  const [from, to] = [shop.filters.getByLabelText('From'), shop.filters.getByLabelText('To')];
  for (const [input, min, placeholder] of [
    [from, '0', '0'],
    [to, '10', '1000'],
  ] as const) {
    expect(input).toMatchObject({ value: '', min, max: '10000', step: '10', placeholder });
  }
});

test.each(['{Enter}', '{Tab}'])('prices apply on %s', async (key) => {
  const shop = await openList('/products/Steam?page=2');
  await shop.user.type(shop.filters.getByLabelText('To'), `5${key}`);
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?maxPrice=5'));
  expect(shop.asked()).toMatchObject({ maxPrice: '5', page: '1' });
});

test('the button applies prices once, and one above 10000 is 10000', async () => {
  const shop = await openList('/products/Steam');
  await shop.user.type(shop.filters.getByLabelText('From'), '2');
  await shop.user.type(shop.filters.getByLabelText('To'), '20000');
  await shop.user.click(shop.filters.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?minPrice=2&maxPrice=10000'));
  expect((shop.filters.getByLabelText('To') as HTMLInputElement).value).toBe('10000');
  // From alone, then both: no request twice.
  expect(shop.callsOf(CALL).map(({ query }) => `${query.get('minPrice')}-${query.get('maxPrice')}`)).toEqual([
    'null-null',
    '2-null',
    '2-10000',
  ]);
});

test('From above To says "please verify" at both inputs, filters nothing, and goes away once it is put right', async () => {
  const shop = await openList('/products/Steam');
  const [from, to] = [shop.filters.getByLabelText('From'), shop.filters.getByLabelText('To')];
  await shop.user.type(to, '10{Enter}');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?maxPrice=10'));
  await shop.user.type(from, '50{Enter}');
  const alert = shop.filters.getByRole('alert');
  expect(alert.textContent).toBe('please verify');
  for (const input of [from, to]) {
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toBe(alert.id);
  }
  expect(shop.at.path).toBe('/products/Steam?maxPrice=10');
  expect(shop.callsOf(CALL)).toHaveLength(2);
  await shop.user.clear(to);
  await shop.user.type(to, '100{Enter}');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?maxPrice=100&minPrice=50'));
  expect(alert.textContent).toBe('');
  expect(from.hasAttribute('aria-invalid')).toBe(false);
});

test('an address whose prices contradict each other shows the list unfiltered and says so', async () => {
  const shop = await openList('/products/Steam?minPrice=50&maxPrice=10');
  await waitFor(() => expect(shop.asked()).toEqual({ page: '1', limit: '16', currency: 'EUR' }));
  expect(shop.filters.getByRole('alert').textContent).toBe('please verify');
  expect(shop.queryByRole('list', { name: 'Applied filters' })).toBeNull();
});

test('what filters stands above the list, each removable, all at once too, and the inputs follow', async () => {
  const shop = await openList('/products/Steam?genres=RPG,Action&minPrice=5&maxPrice=20&sort=newest&page=2');
  const chips = () => within(shop.getByRole('list', { name: 'Applied filters' })).getAllByRole('link');
  expect(chips().map(({ textContent }) => textContent?.trim())).toEqual(['Action', 'RPG', 'From €5', 'Under €20', 'Clear all']);
  await shop.user.click(shop.getByRole('link', { name: 'Remove filter From €5' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?genres=RPG,Action&maxPrice=20&sort=newest'));
  expect((shop.filters.getByLabelText('From') as HTMLInputElement).value).toBe('');
  await shop.user.click(shop.getByRole('link', { name: 'Clear all' }));
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?sort=newest'));
  expect(shop.filters.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

test('the order stands in the address, and the usual one in none', async () => {
  const shop = await openList('/products/Steam?page=3');
  const sort = shop.getByRole('combobox', { name: 'Sort by' });
  const names = within(sort)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Most popular', 'Newest', 'Price up', 'Price down', 'Name']);
  await shop.user.selectOptions(sort, 'Price up');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?sort=priceAsc'));
  expect(shop.asked()).toMatchObject({ sort: 'priceAsc' });
  await shop.user.selectOptions(sort, 'Most popular');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam'));
});

test('a search is sorted by relevance unless one asks for another order', async () => {
  const shop = await openList('/search/half', { 'GET /products/search/half': { body: list } });
  const sort = shop.getByRole('combobox', { name: 'Sort by' });
  expect((sort as HTMLSelectElement).value).toBe('relevance');
  await shop.user.selectOptions(sort, 'Most popular');
  await waitFor(() => expect(shop.asked('GET /products/search/half')).toMatchObject({ sort: 'popular', limit: '10' }));
});

test('while the next answer is on its way the old grid stays, dimmed', async () => {
  const shop = await openList('/products/Steam', { [CALL]: ({ query }) => (query.has('genres') ? 'never' : { body: list }) });
  await shop.findByRole('link', { name: 'Half-Life' });
  await shop.user.click(shop.filters.getByRole('checkbox', { name: 'Action' }));
  const grid = shop.getByRole('link', { name: 'Half-Life' }).closest('ul');
  await waitFor(() => expect(grid?.getAttribute('aria-busy')).toBe('true'));
});

test('after ten seconds one may ask again, and the hanging request is given up', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    let answers = false;
    const shop = openPage('/products/Steam', { [CALL]: () => (answers ? { body: list } : 'never') });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(shop.queryByText('Still loading…')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(shop.getByText('Still loading…')).toBeTruthy();
    answers = true;
    fireEvent.click(shop.getByRole('button', { name: 'Try again' }));
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(shop.getByRole('link', { name: 'Half-Life' })).toBeTruthy();
  } finally {
    jest.useRealTimers();
  }
});

test('no results under filters lead back by clearing them, and a search without any suggests what to try', async () => {
  const none = { body: { products: [], totalPages: 0 } };
  const shop = await openList('/products/Steam?genres=Action', { [CALL]: ({ query }) => (query.has('genres') ? none : { body: list }) });
  expect(await shop.findByRole('heading', { name: 'No results found !' })).toBeTruthy();
  await shop.user.click(shop.getByRole('link', { name: 'Clear all filters' }));
  expect(await shop.findByRole('link', { name: 'Half-Life' })).toBeTruthy();
  shop.unmount();
  const search = await openList('/search/zzz', { 'GET /products/search/zzz': none });
  expect(await search.findByText('Check the spelling, or try fewer or other words.')).toBeTruthy();
});

test('on narrow screens the filters are a sheet, which does not close over prices that are to be verified', async () => {
  window.matchMedia = (media) =>
    ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  const shop = openPage('/products/Steam?genres=Action', { [CALL]: { body: list } });
  await shop.user.click(await shop.findByRole('button', { name: 'Filters (1)' }));
  const sheet = within(shop.getByRole('dialog', { name: 'Filters' }));
  await shop.user.type(sheet.getByLabelText('To'), '10');
  await shop.user.type(sheet.getByLabelText('From'), '50');
  await shop.user.click(sheet.getByRole('button', { name: 'Show results' }));
  expect(sheet.getByRole('alert').textContent).toBe('please verify');
  expect(sheet.getByLabelText('From')).toBe(document.activeElement);
  await shop.user.clear(sheet.getByLabelText('From'));
  await shop.user.click(sheet.getByRole('button', { name: 'Show results' }));
  await waitFor(() => expect(shop.queryByRole('dialog', { name: 'Filters' })).toBeNull());
  expect(shop.at.path).toBe('/products/Steam?genres=Action&maxPrice=10');
  expect(shop.getByRole('button', { name: 'Filters (2)' })).toBeTruthy();
});

test('the pages are real links that keep the filters, and the page that one is on is marked', async () => {
  const shop = await openList('/products/Steam?genres=RPG&page=6');
  const strip = within(await shop.findByRole('navigation', { name: 'Pagination' }));
  const links = strip.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Previous page',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) => `Page ${page}`),
    'Next page',
  ]);
  expect(strip.getByRole('link', { name: 'Page 7' }).getAttribute('href')).toBe('/products/Steam?genres=RPG&page=7');
  expect(strip.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe('/products/Steam?genres=RPG');
  expect(strip.getByRole('link', { current: 'page' }).textContent).toBe('6');
});

test('the right spelling of a platform keeps the filters of the wrong one', async () => {
  const shop = await openList('/products/sTEAM?genres=RPG');
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?genres=RPG'));
  expect(shop.getByRole('navigation', { name: 'Platforms and software' }).querySelector('[aria-current="page"]')?.textContent).toBe(
    'Steam',
  );
});

test.each([
  ['a%2Fb', 'a/b'],
  ['100%25', '100%'],
  ['%252F', '%2F'],
  ['c%23%3F', 'c#?'],
  ['%F0%9F%8E%AE', '🎮'],
])('/search/%s searches for %s', async (part, text) => {
  const shop = await openList(`/search/${part}`, { [`GET /products/search/${text}`]: { body: list } });
  expect(await shop.findByRole('heading', { level: 1, name: `Results for “${text}”` })).toBeTruthy();
  expect(await shop.findByRole('link', { name: 'Half-Life' })).toBeTruthy();
});

test('a search longer than the API takes is cut', async () => {
  const shop = await openList(`/search/${'x'.repeat(500)}`, { [`GET /products/search/${'x'.repeat(200)}`]: { body: list } });
  expect(await shop.findByRole('link', { name: 'Half-Life' })).toBeTruthy();
});
