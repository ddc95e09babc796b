import { expect, jest, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import type { FakeRoutes } from '../../../testing/fake-api.ts';
import { pageOpener } from '../../../testing/open-page.tsx';
import { GamePage } from '../product-pages.ts';
import { gamePage } from '../../../testing/products.ts';

const openPage = pageOpener({ '/product/:slug': <GamePage /> });

const CALL = 'POST /review/';

async function reviewDialog(routes: FakeRoutes = {}) {
  document.cookie = 'tk=token; Path=/';
  const shop = openPage('/product/Half-Life-7', {
    'GET /products/kinguinId/7': { body: gamePage() },
    'POST /products/similarProducts': { body: { products: [] } },
    'GET /review/kinguin/7': { body: [] },
    ...routes,
  });
  await shop.user.click(await shop.findByRole('button', { name: 'Add Review' }));
  const dialog = within(await shop.findByRole('dialog', { name: 'Add Review' }));
  const submit = () => shop.user.click(dialog.getByRole('button', { name: 'Submit' }));
  return { ...shop, dialog, submit };
}

test('a visitor sees no Add Review button', async () => {
  const shop = openPage('/product/Half-Life-7', {
    'GET /products/kinguinId/7': { body: gamePage() },
    'POST /products/similarProducts': { body: { products: [] } },
    'GET /review/kinguin/7': { body: [] },
  });
  await shop.findByText('No reviews yet.');
  expect(shop.queryByRole('button', { name: 'Add Review' })).toBeNull();
});

test('five stars are one radio group: the arrow keys go through them', async () => {
  const { dialog, user } = await reviewDialog();
  const group = within(dialog.getByRole('group', { name: 'Your rating' }));
  expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    '1 star',
    '2 stars',
    '3 stars',
    '4 stars',
    '5 stars',
  ]);
  await user.click(group.getByRole('radio', { name: '3 stars' }));
  await user.keyboard('{ArrowRight}');
  expect(group.getByRole<HTMLInputElement>('radio', { name: '4 stars' }).checked).toBe(true);
});

test('a review goes to the shop with the token, and the page reloads', async () => {
  // jsdom cannot navigate and says so: that is how a reload is seen here.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { dialog, submit, user, callsOf } = await reviewDialog({ [CALL]: { status: 201, body: { success: true, message: 'Thank you!' } } });
  await user.click(dialog.getByRole('radio', { name: '4 stars' }));
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Fast and fine');
  await submit();
  await waitFor(() => expect(String(said.mock.calls.flat().join(' '))).toContain('navigation'));
  said.mockRestore();
  const [call] = callsOf(CALL);
  expect(call?.body).toEqual({ productType: 'kinguin', kinguin: '7', rating: 4, description: 'Fast and fine' });
  expect(call?.headers.get('Authorization')).toBe('token');
});

test('without a star nothing is sent, and the dialog says what is missing', async () => {
  const { dialog, submit, callsOf } = await reviewDialog();
  await submit();
  expect(dialog.getByRole('alert').textContent).toBe('Please choose from 1 to 5 stars.');
  expect(callsOf(CALL)).toEqual([]);
});

test('Review failure: the server message in an error popup, and what was typed is kept', async () => {
  const message = 'Only buyers of this product can review it.';
  const { dialog, submit, user, findByRole, queryByRole } = await reviewDialog({ [CALL]: { status: 403, body: { message } } });
  await user.click(dialog.getByRole('radio', { name: '1 star' }));
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Bad');
  await submit();
  const popup = await findByRole('dialog', { name: 'Error' });
  expect(within(popup).getByText(message)).toBeTruthy();
  await user.click(within(popup).getByRole('button', { name: 'Close' }));
  expect(queryByRole('dialog', { name: 'Error' })).toBeNull();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Bad');
  expect(document.body.classList).toContain('scroll-locked');
});

test('a review that gets no answer fails in the shop’s words', async () => {
  const { dialog, submit, user, findByText } = await reviewDialog({ [CALL]: 'no answer' });
  await user.click(dialog.getByRole('radio', { name: '5 stars' }));
  await submit();
  expect(await findByText('Your review could not be sent. Please try again.')).toBeTruthy();
});

test('the dialog closes by its button, and the page is free again', async () => {
  const { dialog, user, queryByRole } = await reviewDialog();
  await user.click(dialog.getByRole('button', { name: 'Close review' }));
  expect(queryByRole('dialog', { name: 'Add Review' })).toBeNull();
  expect(document.body.classList).not.toContain('scroll-locked');
});
