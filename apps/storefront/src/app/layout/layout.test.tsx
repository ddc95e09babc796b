import { expect, test } from '@jest/globals';
import { act, render, within } from '@testing-library/react';
import { openShop } from '../../testing/open-shop.tsx';
import { storeCart } from '../../testing/products.ts';
import { CookieNotice } from './notices/cookie-notice.tsx';

const pages = {
  'GET /pages/pages': {
    body: [
      { name: 'About Us', type: 'Company' },
      { name: 'Privacy Policy', type: 'Resources' },
    ],
  },
};

/** The six of the navigation and where they lead. */
const PLATFORMS = [
  ['Steam', '/products/Steam'],
  ['Epic Games', '/products/Epic%20Games'],
  ['Ubisoft', '/products/Ubisoft'],
  ['PlayStation', '/products/PlayStation'],
  ['Xbox', '/products/Xbox'],
  ['Nintendo', '/products/Nintendo'],
];

test('the header leads home, to the wishlist of the account, to the cart, and to six platforms and software', async () => {
  const shop = openShop('/404');
  const header = within(await shop.findByRole('banner'));
  const links = header
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);
  expect(links.filter(([name]) => !/^Sign/.test(name ?? ''))).toEqual([
    ['Keyturn Home', '/home'],
    ['Wishlist, 0 items', '/account/favs'],
    ['Cart, 0 items', '/my-cart'],
    ...PLATFORMS,
    ['Software', '/softwares'],
  ]);
});

test.each(['maybe', '"maybe"', '{"toString":1}', '', null])(
  'with %p stored there is no choice of cookies yet, and the notice asks',
  (stored) => {
    if (stored !== null) localStorage.setItem('allow-cookies', stored);
    expect(render(<CookieNotice />).getByRole('region', { name: 'Cookies' })).toBeTruthy();
  },
);

test.each([
  ['Allow Cookies', 'true'],
  ['Reject', 'false'],
])('%s is stored as %s, the notice goes, and the focus goes on to the page', async (name, stored) => {
  const shop = openShop('/404');
  await shop.user.click(await shop.findByRole('button', { name }));
  expect(localStorage.getItem('allow-cookies')).toBe(stored);
  expect(shop.queryByRole('region', { name: 'Cookies' })).toBeNull();
  expect(document.activeElement).toBe(shop.getByRole('main'));
});

test('a choice of cookies in another tab counts here', async () => {
  const shop = openShop('/404');
  await shop.findByRole('region', { name: 'Cookies' });
  localStorage.setItem('allow-cookies', 'false');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'allow-cookies', newValue: 'false' })));
  expect(shop.queryByRole('region', { name: 'Cookies' })).toBeNull();
});

test.each(['/404', '/my-cart', '/checkout'])('%s has the skip link first, asks about cookies and keeps support at hand', async (path) => {
  storeCart({});
  const shop = openShop(path);
  expect(await shop.findByRole('region', { name: 'Cookies' })).toBeTruthy();
  expect(shop.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact');
  await shop.user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  expect(document.querySelector(document.activeElement?.getAttribute('href') ?? '')).toBe(shop.getByRole('main'));
});

test('the checkout has the header and the footer of every page', async () => {
  storeCart({});
  const shop = openShop('/checkout');
  expect(await shop.findByRole('heading', { level: 1, name: 'Checkout' })).toBeTruthy();
  const header = within(shop.getByRole('banner'));
  expect(header.getByRole('combobox', { name: /^Search/ })).toBeTruthy();
  expect(header.getByRole('combobox', { name: /^Currency/ })).toBeTruthy();
  expect(header.getByRole('button', { name: 'Account' })).toBeTruthy();
  for (const name of [/^Wishlist/, /^Cart/]) expect(header.getByRole('link', { name })).toBeTruthy();
  const groups = within(shop.getByRole('contentinfo')).getAllByRole('heading', { level: 2 });
  expect(groups.map((group) => group.textContent?.trim())).toEqual(['Company', 'Categories', 'Resources', 'Newsletter']);
});

test('the login menu greets a visitor and offers to sign in or up', async () => {
  const shop = openShop('/404');
  const menu = (await shop.findByText('Welcome !')).parentElement as HTMLElement;
  expect(within(menu).getByText('Sign in').getAttribute('href')).toBe('/auth/login');
  expect(menu.textContent).toContain("don't have an account ? Sign Up");
  expect(within(menu).getByText('Sign Up').getAttribute('href')).toBe('/auth/signup');
});

test('the mobile menu leads to six platforms, software, about us and contact, and closes', async () => {
  const shop = openShop('/404');
  await shop.user.click(await shop.findByRole('button', { name: 'Menu' }));
  const menu = shop.getByRole('dialog', { name: 'Menu' });
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
  ).toEqual([...PLATFORMS, ['Software', '/softwares'], ['About us', '/about'], ['Contact us', '/contact']]);
  expect(within(menu).getByRole('combobox', { name: 'Currency' })).toBeTruthy();
  expect(document.body.classList).toContain('scroll-locked');
  await shop.user.click(within(menu).getByRole('button', { name: 'Close menu' }));
  expect(document.body.classList).not.toContain('scroll-locked');
});

test('a group of the footer opens and closes on click', async () => {
  const shop = openShop('/404', pages);
  const button = await shop.findByRole('button', { name: 'Resources' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await shop.user.click(button);
  expect(await shop.findByRole('link', { name: 'Privacy Policy' })).toBeTruthy();
  expect(shop.getByRole('link', { name: 'Blogs' }).getAttribute('href')).toBe('/blogs');
  expect(shop.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
  await shop.user.click(button);
  expect(shop.queryByRole('link', { name: 'Privacy Policy' })).toBeNull();
});

test('the footer names three card brands, one wallet and five bank schemes, four networks and the year 2024', async () => {
  const shop = openShop('/404');
  const footer = await shop.findByRole('contentinfo');
  const logos = within(within(footer).getByRole('list', { name: 'Payment methods' })).getAllByRole<HTMLImageElement>('img');
  expect(logos.map(({ alt }) => alt)).toEqual([
    ...['Visa', 'Mastercard', 'American Express'],
    'Google Pay',
    ...['iDEAL', 'Bancontact', 'Przelewy24', 'BLIK', 'EPS'],
  ]);
  for (const name of ['Facebook', 'Instagram', 'TikTok', 'X']) expect(within(footer).getByRole('link', { name })).toBeTruthy();
  expect(footer.textContent).toContain('© 2024');
});

test('the groups of the footer hold the pages of their kind, the platforms, and what helps', async () => {
  const shop = openShop('/404', pages);
  const footer = within(await shop.findByRole('contentinfo'));
  await footer.findByRole('link', { name: 'About Us', hidden: true });
  const groups = footer.getAllByRole('heading', { level: 2 }).map((heading) => {
    const links = within(heading.nextElementSibling as HTMLElement).queryAllByRole('link', { hidden: true });
    return [heading.textContent?.trim(), links.map((link) => [link.textContent, link.getAttribute('href')])];
  });
  const terms = ['Terms and Conditions', '/about/Terms%20and%20Conditions'];
  expect(groups).toEqual([
    ['Company', [['About Us', '/about']]],
    ['Categories', [...PLATFORMS, ['Software', '/softwares']]],
    [
      'Resources',
      [
        ['Privacy Policy', '/about/Privacy%20Policy'],
        ['Blogs', '/blogs'],
        ['Contact Us', '/contact'],
        ['Activation guide', '/guide'],
      ],
    ],
    ['Newsletter', [terms, ['Privacy Policy', '/about/Privacy%20Policy']]],
  ]);
});

test('the support icon leads to the contact form', async () => {
  const shop = openShop('/404');
  expect((await shop.findByRole('link', { name: 'Contact support' })).getAttribute('href')).toBe('/contact');
});
