import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { htmlFaults } from '../support/html.ts';
import { opsKey } from '../support/ops-key.ts';
import { origins } from '../support/origins.ts';
import { expectNoLayoutShift } from '../support/layout-shift.ts';
import { arrive } from '../support/visitor.ts';

test(
  'a picture that staff uploaded for a post is seen in it, within the policy of the page, and moves nothing when it comes',
  { tag: '@alone' },
  async ({ page }) => {
    const key = await opsKey(`Editor ${Date.now()}`, 'catalogue');
    const ops = async <Answer>(method: string, path: string, body?: BodyInit): Promise<Answer> => {
      const headers = { 'X-Ops-Key': key, ...(typeof body === 'string' && { 'Content-Type': 'application/json' }) };
      const answer = await fetch(`${origins.api}/ops/${path}`, { method, headers, ...(body !== undefined && { body }) });
      expect([path, answer.ok]).toEqual([path, true]);
      return (answer.status === 204 ? null : await answer.json()) as Answer;
    };
    const form = new FormData();
    const content = await sharp({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    form.set('file', new Blob([new Uint8Array(content)]), 'castle.png');
    const { html } = await ops<{ html: string }>('POST', 'pictures?reason=a+test', form);
    const post = { title: `A castle ${Date.now()}`, metaDescription: 'A castle.', isDraft: true, reason: 'a test' };
    const description = `${html.replace('alt=""', 'alt="A castle at night"')}<p>Below the castle.</p>`;
    const { id, uniqueRoute } = await ops<{ id: string; uniqueRoute: string }>('POST', 'posts', JSON.stringify({ ...post, description }));
    try {
      expect((await page.goto(`/blog/${uniqueRoute}`))?.status()).toBe(404);
      await ops('PATCH', `posts/${id}`, JSON.stringify({ isDraft: false, reason: 'a test' }));
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      await arrive(page, `/blog/${uniqueRoute}`);
      const picture = page.getByRole('img', { name: 'A castle at night' });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      expect(width / height).toBeCloseTo(16 / 9, 1);
      await expectNoLayoutShift(page);
      expect([refused, await htmlFaults(page)]).toEqual([[], []]);
    } finally {
      await ops('DELETE', `posts/${id}?reason=a+test`);
    }
  },
);
