import axe from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations that axe finds in the current page, or a part of it, with the elements. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // Once for each document: it is half a megabyte of script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, rules]) => {
      // Colours are measured after transitions; repeating animations are shimmers without text.
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === 1)
        .map(({ finished }) => finished);
      await Promise.allSettled(moving);
      // Only names of violations are returned from the browser: the full report is as large as the page.
      const { violations: found } = await window.axe.run(within ?? document, {
        runOnly: { type: 'tag', values: rules },
        resultTypes: ['violations'],
      });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
    },
    [part, RULES] as const,
  );
}
