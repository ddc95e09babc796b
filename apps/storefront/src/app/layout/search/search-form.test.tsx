import { expect, test } from '@jest/globals';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { pageOpener } from '../../../testing/open-page.tsx';
import { SearchForm } from './search-form.tsx';
import { game } from '../../../testing/products.ts';

const openPage = pageOpener({ '*': <SearchForm /> });

const found = [1, 2, 3, 4].map((number) => game({ kinguinId: number, name: `Half-Life ${number}` }));
const answers = {
  'GET /home': { body: [] },
  ...Object.fromEntries(
    ['h', 'ha', 'hal', 'half'].map((typed) => [`GET /products/search/${typed}`, { body: { products: found, totalPages: 1 } }]),
  ),
  'GET /products/search/zzz': { body: { products: [], totalPages: 0 } },
};

function openBox(routes = {}) {
  const shop = openPage('/guide', { ...answers, ...routes });
  const box = shop.getByRole('combobox', { name: /^Search/ }) as HTMLInputElement;
  const search = within(shop.getByRole('search'));
  const options = () => search.findAllByRole('option');
  return { ...shop, search, box, options };
}

test('every change asks, and at most three products are suggested with match, platform and price', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, 'half');
  const options = await shop.options();
  await waitFor(() => expect(shop.callsOf('GET /products/search/half')).toHaveLength(1));
  expect(shop.calls.filter(({ name }) => name.startsWith('GET /products/search/')).map(({ name }) => name.split('/').at(-1))).toEqual([
    'h',
    'ha',
    'hal',
    'half',
  ]);
  expect(Object.fromEntries(shop.callsOf('GET /products/search/half')[0]?.query ?? [])).toEqual({ limit: '3', currency: 'EUR' });
  expect(options).toHaveLength(3);
  expect(options[0]?.querySelector('mark')?.textContent).toBe('Half');
  expect(options[0]?.textContent).toContain('Steam');
  expect(options[0]?.textContent).toContain('€36.00');
});

test('a late answer to an earlier text is never shown', async () => {
  const late: { answer?: (response: Response) => void } = {};
  const shop = openBox();
  const fetchNow = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { url } = new Request(input, init);
    return url.includes('/search/h?') ? new Promise((resolve) => (late.answer = resolve)) : fetchNow(input, init);
  };
  await shop.user.type(shop.box, 'h');
  fireEvent.change(shop.box, { target: { value: 'zzz' } });
  expect(await shop.findByText('No Product Found !')).toBeTruthy();
  await act(async () => late.answer?.(new Response(JSON.stringify({ products: found, totalPages: 1 }))));
  expect(shop.search.queryAllByRole('option')).toEqual([]);
});

test('arrows walk through the suggestions and back into the box, and Enter opens the one that was reached', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, 'half');
  const options = await shop.options();
  expect(shop.box.getAttribute('aria-expanded')).toBe('true');
  expect(shop.box.hasAttribute('aria-activedescendant')).toBe(false);
  await shop.user.keyboard('{ArrowDown}{ArrowDown}');
  expect(shop.box.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  expect(options[1]?.getAttribute('aria-selected')).toBe('true');
  await shop.user.keyboard('{ArrowDown}{ArrowDown}');
  expect(shop.box.hasAttribute('aria-activedescendant')).toBe(false);
  await shop.user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(shop.at.path).toBe('/product/Half-Life-3-3'));
  expect(shop.queryByRole('listbox')).toBeNull();
});

test('Enter in the box itself searches, whatever is suggested', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, 'half');
  await shop.options();
  await shop.user.keyboard('{Enter}');
  await waitFor(() => expect(shop.at.path).toBe('/search/half'));
});

test('Escape closes first and clears second', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, 'half');
  await shop.options();
  await shop.user.keyboard('{Escape}');
  expect(shop.queryByRole('listbox')).toBeNull();
  expect(shop.box.value).toBe('half');
  await shop.user.keyboard('{Escape}');
  expect(shop.box.value).toBe('');
});

test('a click outside hides the suggestions, and one into the box shows them again', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, 'half');
  await shop.options();
  await shop.user.click(document.body);
  expect(shop.queryByRole('listbox')).toBeNull();
  await shop.user.click(shop.box);
  expect(await shop.options()).toHaveLength(3);
});

test('nothing found says so', async () => {
  const shop = openBox();
  await shop.user.click(shop.box);
  await shop.user.paste('zzz');
  expect((await shop.findByText('No Product Found !')).textContent).toBe('No Product Found ! ');
  expect(shop.box.getAttribute('aria-expanded')).toBe('false');
});

test('when the API does not answer, one may try again', async () => {
  let isDown = true;
  const shop = openBox({
    'GET /products/search/half': () => (isDown ? 'no answer' : { body: { products: found, totalPages: 1 } }),
  });
  await shop.user.click(shop.box);
  await shop.user.paste('half');
  const again = await shop.findByRole('button', { name: 'Try again' });
  isDown = false;
  await shop.user.click(again);
  expect(await shop.options()).toHaveLength(3);
});

test('an empty or blank box asks for nothing and submits nothing', async () => {
  const shop = openBox();
  await shop.user.type(shop.box, '   {Enter}');
  await shop.user.click(within(shop.getByRole('search')).getByRole('button', { name: 'Search' }));
  expect(shop.at.path).toBe('/guide');
  expect(shop.calls.filter(({ name }) => name.includes('/search/'))).toEqual([]);
});

test.each([
  ['a/b', '/search/a%2Fb'],
  ['100%', '/search/100%25'],
  ['c#?', '/search/c%23%3F'],
  ['..', '/search/..%20'],
  ['x'.repeat(500), `/search/${'x'.repeat(200)}`],
])('%s is searched for at its encoded address', async (text, address) => {
  const shop = openBox();
  await shop.user.click(shop.box);
  await shop.user.paste(text);
  await shop.user.keyboard('{Enter}');
  await waitFor(() => expect(shop.at.path).toBe(address));
  await waitFor(() => expect((shop.getByRole('combobox', { name: /^Search/ }) as HTMLInputElement).value).toBe(text.slice(0, 200)));
});
