import { expect, test } from '@jest/globals';
import { apiOrigin } from '@keyturn/api-client';
import { within } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { BlogListPage, BlogPostPage } from './blog-pages.ts';

const openPage = pageOpener({ '/blogs': <BlogListPage />, '/blog/:id': <BlogPostPage /> });

const post = (title: string, date: string) => ({
  id: title,
  title,
  uniqueRoute: title.toLowerCase().replaceAll(' ', '-'),
  coverImage: 'images/abc-960.webp',
  metaDescription: `About ${title}.`,
  createdAt: '2026-01-01T00:00:00.000Z',
  date,
});
const posts = [
  post('Old Post', '2026-01-02T00:00:00.000Z'),
  post('New Post', '2026-03-05T00:00:00.000Z'),
  post('Middle Post', '2026-02-03T00:00:00.000Z'),
];
const body = {
  ...post('New Post', '2026-03-05T00:00:00.000Z'),
  description: '<h3>Europe first</h3><p>Then <strong>the rest</strong>.</p>',
};

const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('the newest post stands large above the others, which follow by date', async () => {
  const shop = openPage('/blogs', { 'GET /blog/': { body: posts } });
  const more = await shop.findByRole('region', { name: 'More posts' });
  const newest = shop.getByRole('heading', { level: 2, name: 'New Post' }).closest('article') as HTMLElement;
  expect(linksIn(newest)).toEqual([['New Post', '/blog/new-post']]);
  expect(newest.textContent).toContain('5 March 2026');
  expect(linksIn(more)).toEqual([
    ['Middle Post', '/blog/middle-post'],
    ['Old Post', '/blog/old-post'],
  ]);
  expect(document.title).toBe('Blog | Keyturn');
});

test('a blog without posts says so and leads home', async () => {
  const shop = openPage('/blogs', { 'GET /blog/': { body: [] } });
  expect(await shop.findByRole('heading', { name: 'No posts yet' })).toBeTruthy();
  expect(shop.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
});

test('a single post has no others below it', async () => {
  const shop = openPage('/blogs', { 'GET /blog/': { body: posts.slice(0, 1) } });
  expect(await shop.findByRole('heading', { level: 2, name: 'Old Post' })).toBeTruthy();
  expect(shop.queryByRole('heading', { name: 'More posts' })).toBeNull();
});

test('a post shows its date and its text with all its marks, and other posts to read also', async () => {
  const shop = openPage('/blog/new-post', { 'GET /blog/title/new-post': { body }, 'GET /blog/': { body: posts } });
  expect(await shop.findByRole('heading', { level: 1, name: 'New Post' })).toBeTruthy();
  expect(shop.getByRole('heading', { level: 3, name: 'Europe first' })).toBeTruthy();
  expect(shop.getByText('the rest').tagName).toBe('STRONG');
  expect(shop.getByText('5 March 2026')).toBeTruthy();
  const also = await shop.findByRole('region', { name: 'Read Also' });
  const titles = linksIn(also).map(([title]) => title);
  expect(new Set(titles)).toEqual(new Set(['Middle Post', 'Old Post']));
  expect(document.title).toBe('New Post | Keyturn');
});

test('a picture in the text comes from the API, in the width that is needed, and its room is free before', async () => {
  const path = `images/${'0123456789abcdef'.repeat(2)}`;
  const description = `<p>Look</p><img src="${path}-960.webp" alt="A &quot;castle&quot;" width="1280" height="600" loading="lazy" />`;
  const shop = openPage('/blog/new-post', {
    'GET /blog/title/new-post': { body: { ...body, description } },
    'GET /blog/': { body: posts },
  });
  const picture = (await shop.findByAltText('A "castle"')) as HTMLImageElement;
  expect(picture.src).toBe(`${apiOrigin()}/${path}-960.webp`);
  expect(picture.srcset).toContain(`${apiOrigin()}/${path}-320.webp 320w, `);
  expect([picture.width, picture.height, picture.getAttribute('loading')]).toEqual([1280, 600, 'lazy']);
});

test('the only post of the blog has nothing to read also', async () => {
  const shop = openPage('/blog/new-post', { 'GET /blog/title/new-post': { body }, 'GET /blog/': { body: [posts[1]] } });
  await shop.findByRole('heading', { level: 1, name: 'New Post' });
  expect(shop.queryByRole('region', { name: 'Read Also' })).toBeNull();
});

test('an unknown post is "Page Not Found!"', async () => {
  const shop = openPage('/blog/nothing', { 'GET /blog/title/nothing': { status: 404, body: { message: 'There is no such post.' } } });
  expect(await shop.findByRole('heading', { name: 'Page Not Found!' })).toBeTruthy();
});
