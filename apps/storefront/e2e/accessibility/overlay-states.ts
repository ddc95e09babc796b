import type { Page } from '@playwright/test';
import { answers, button, dialog, game, isDown, type Visit } from './page-state.ts';
import { loggedIn } from '../support/visitor.ts';

/** What opens over a page. */

async function openReviewDialog(page: Page): Promise<void> {
  // Far from the view it is the words that the server sent to any visitor.
  await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Add Review' }).click();
}

export const OVERLAYS: readonly Visit[] = [
  {
    // What opens over any page opens over one of few words here.
    address: '/guide',
    width: 360,
    remembers: 'no answer to the cookie notice',
    states: [
      { name: 'the cookie notice', shows: (page) => page.getByRole('button', { name: 'Allow Cookies' }) },
      {
        name: 'the login menu',
        open: async (page) => {
          await button('Reject')(page);
          await button('Account')(page);
        },
        shows: (page) => page.getByRole('heading', { name: 'Welcome !' }),
      },
      {
        name: 'the mobile menu',
        isModal: true,
        open: async (page) => {
          await page.keyboard.press('Escape');
          await button('Menu')(page);
        },
        shows: (page) => page.getByRole('dialog', { name: 'Menu' }),
      },
      {
        name: 'the newsletter form with an error',
        open: async (page) => {
          await button('Close menu')(page);
          await button('Newsletter')(page);
          await button('Subscribe')(page);
        },
        shows: (page) => page.getByText('Email is required'),
      },
      {
        name: 'the newsletter popup',
        isModal: true,
        open: async (page) => {
          await answers(page, '/news', { success: true });
          const footer = page.getByRole('contentinfo');
          await footer.getByLabel('New games and prices by e-mail').fill('ada@example.com');
          await footer.getByRole('checkbox').check();
          await footer.getByRole('button', { name: 'Subscribe' }).click();
        },
        shows: dialog('Newsletter'),
      },
    ],
  },
  {
    address: '/guide',
    width: 1320,
    states: [
      {
        name: 'the search box with suggestions',
        open: (page) => page.getByRole('combobox', { name: /^Search/ }).fill('the'),
        shows: (page) => page.getByRole('option').first(),
      },
      {
        name: 'the search box without a match',
        open: (page) => page.getByRole('combobox', { name: /^Search/ }).fill('zzqqxx'),
        shows: (page) => page.getByRole('banner').getByText('No Product Found !').last(),
      },
    ],
  },
  {
    address: '/products/Steam',
    width: 360,
    remembers: 'nothing',
    states: [
      {
        name: 'the filter sheet',
        isModal: true,
        open: button(/^Filters/),
        shows: (page) => page.getByRole('dialog', { name: 'Filters' }),
        isOnPhonesOnly: true,
      },
      {
        name: 'the cart popup',
        isModal: true,
        open: async (page) => {
          await page.keyboard.press('Escape');
          await button(/^Add to Cart/)(page);
        },
        shows: (page) => page.getByRole('dialog').filter({ hasText: 'You have 1 items in your cart' }),
      },
    ],
  },
  {
    address: game,
    width: 1320,
    prepare: loggedIn,
    states: [
      {
        name: 'the activation guide',
        isModal: true,
        open: button("Don't know how to activate ?"),
        shows: (page) => page.getByRole('dialog').getByRole('heading').first(),
      },
      {
        name: 'a screenshot in full size',
        isModal: true,
        open: async (page) => {
          await page.keyboard.press('Escape');
          await button(/^Enlarge .* 1 of /)(page);
        },
        shows: (page) => page.getByRole('dialog', { name: 'Screenshots' }),
      },
      {
        name: 'the review dialog without a star',
        isModal: true,
        open: async (page) => {
          await page.keyboard.press('Escape');
          await openReviewDialog(page);
          await page.getByRole('button', { name: 'Submit' }).click();
        },
        shows: (page) => page.getByText('Please choose from 1 to 5 stars.'),
      },
      {
        name: 'the error popup, over the dialog that it came from',
        open: async (page) => {
          await page.getByRole('radio', { name: '4 stars' }).check();
          await isDown(page);
          await page.getByRole('button', { name: 'Submit' }).click();
        },
        shows: dialog('Error'),
      },
    ],
  },
];
