import { expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import { openAccount, order } from '../../testing/open-account.tsx';

test('without orders the tab says so', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [] } });
  expect(await main.findByRole('heading', { name: 'no orders yet' })).toBeTruthy();
});

test('an order shows its date, number, currency, total, status and products', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order()] } });
  const shown = within(await main.findByRole('article', { name: 'Order KT-1001' }));
  for (const text of ['5 March 2026', 'KT-1001', 'EUR', 'Completed', '2 × €36.00']) expect(shown.getByText(text)).toBeTruthy();
  expect(shown.getByText(/^€72\.00/)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Half-Life' }).getAttribute('href')).toBe('/product/Half-Life-7');
});

test('an order that a supplier filled shows the number of our mails, too', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order({ kinguinOrderId: 'PHS84FJAG5U', number: 'K123456789' })] } });
  const shown = within(await main.findByRole('article', { name: 'Order PHS84FJAG5U' }));
  expect(shown.getByText('Number in our mails').nextElementSibling?.textContent).toBe('K123456789');
  expect(shown.getByText('PHS84FJAG5U')).toBeTruthy();
});

test.each([
  ['without pictures', { KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: {} } }, 'Half-Life'],
  ['with a null for its picture', { KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: { cover: null } } }, 'Half-Life'],
  ['without an id', { KinguinProduct: { name: 'Half-Life', images: { cover: { url: 'x.webp' } } } }, 'Half-Life'],
  ['of a product that is gone', { KinguinProduct: null }, 'A product that is gone'],
  ['of a software that is gone', { product: {} }, 'A product that is gone'],
  ['without anything', null, 'A product that is gone'],
])('an order with a line %s shows what is known of it, and the other orders stand beside it', async (_what, line, name) => {
  const odd = { ...order({ _id: 'odd', kinguinOrderId: 'KT-1002' }), products: [line && { qte: 1, price: 36, ...line }] };
  const { main } = openAccount('orders', { 'GET /order': { body: [odd, order()] } });
  const shown = within(await main.findByRole('article', { name: 'Order KT-1002' }));
  expect(shown.getByText(name)).toBeTruthy();
  expect(main.getByRole('article', { name: 'Order KT-1001' })).toBeTruthy();
});

test('keys are asked for on a click, shown, and hidden by another', async () => {
  const shop = openAccount('orders', {
    'GET /order': { body: [order()] },
    'GET /order/abc/keys': { body: { order: order(), keys: [{ name: 'Half-Life', platform: 'Steam', kind: 'text', key: 'AAAA-BBBB' }] } },
  });
  const button = await shop.main.findByRole('button', { name: /^Show keys/ });
  expect(shop.callsOf('GET /order/abc/keys')).toEqual([]);
  await shop.user.click(button);
  expect(await shop.main.findByText('AAAA-BBBB')).toBeTruthy();
  await shop.user.click(shop.main.getByRole('button', { name: /^Hide keys/, expanded: true }));
  expect(shop.main.queryByText('AAAA-BBBB')).toBeNull();
  expect(shop.callsOf('GET /order/abc/keys')).toHaveLength(1);
});

test('keys that one answer has no room for come on the next click, and all are hidden by one', async () => {
  const keyOf = (key: string) => ({ name: 'Half-Life', platform: 'Steam', kind: 'text', key });
  const shop = openAccount('orders', {
    'GET /order': { body: [order()] },
    'GET /order/abc/keys': ({ query }) => ({
      body: { order: order(), ...(query.get('after') === '0-0' ? { keys: [keyOf('SECOND')] } : { keys: [keyOf('FIRST')], next: '0-0' }) },
    }),
  });
  await shop.user.click(await shop.main.findByRole('button', { name: /^Show keys/ }));
  await shop.user.click(await shop.main.findByRole('button', { name: /^Show more keys/ }));
  expect(await shop.main.findByText('SECOND')).toBeTruthy();
  expect(shop.main.getByText('FIRST')).toBeTruthy();
  expect(shop.main.queryByRole('button', { name: /^Show more keys/ })).toBeNull();
  await shop.user.click(shop.main.getByRole('button', { name: /^Hide keys/ }));
  for (const key of ['FIRST', 'SECOND']) expect(shop.main.queryByText(key)).toBeNull();
});

test.each([
  [202, 'The keys are on their way.', 'status'],
  [429, 'The keys of this order were sent again several times.', 'alert'],
])('sending again answers %i with the words of the shop', async (status, message, role) => {
  const shop = openAccount('orders', { 'GET /order': { body: [order()] }, 'POST /order/abc/resend': { status, body: { message } } });
  await shop.user.click(await shop.main.findByRole('button', { name: /^Send again/ }));
  expect((await shop.main.findByText(message)).getAttribute('role')).toBe(role);
});

test('an order of which a part went back says how much, and of which product how many pieces', async () => {
  const [product] = order().products;
  const part = order({ refunded: 36, products: [{ ...product, refundedQte: 1 }] });
  const { main } = openAccount('orders', { 'GET /order': { body: [part] } });
  expect((await main.findByText('Refunded')).nextElementSibling?.textContent).toBe('€36.00');
  expect(main.getByText('1 refunded')).toBeTruthy();
  expect(main.getByRole('button', { name: /^Show keys/ })).toBeTruthy();
});

test('what a dispute took is named so, and not as a refund', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order({ status: 'Refunded', chargedBack: 72, isChargedBack: true })] } });
  expect((await main.findByText('Charged back by your bank')).nextElementSibling?.textContent).toBe('€72.00');
  expect(main.queryByText(/refund/i)).toBeNull();
});

test('an order that a dispute ended is charged back also where a part was refunded before, and refunded where a refund ended it', async () => {
  const parts = { status: 'Refunded', refunded: 36, chargedBack: 36 } as const;
  const { main } = openAccount('orders', {
    'GET /order': { body: [order({ ...parts, isChargedBack: true }), order({ ...parts, _id: 'b', kinguinOrderId: 'KT-1002' })] },
  });
  const statusOf = async (number: string) =>
    within(await main.findByRole('article', { name: `Order ${number}` })).getByText('Status').nextElementSibling?.textContent;
  expect([await statusOf('KT-1001'), await statusOf('KT-1002')]).toEqual(['Charged back', 'Refunded']);
});

test('an order that is refunded has no keys to show', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order({ status: 'Refunded' })] } });
  await main.findByText('Refunded');
  expect(main.queryByRole('button', { name: /keys/ })).toBeNull();
});
