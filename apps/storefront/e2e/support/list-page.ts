import { expect, type Page } from '@playwright/test';
import { arrive } from './visitor.ts';

/** Opens a list and waits until its cards are there. */
export async function openList(page: Page, path: string): Promise<void> {
  await arrive(page, path);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
}

/** What a list is filtered by. */
export const chips = (page: Page) => page.getByRole('list', { name: 'Applied filters' }).getByRole('listitem');
