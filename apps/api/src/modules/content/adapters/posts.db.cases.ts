import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { FixedClock } from '../../../testing/fakes.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';

interface Post {
  readonly id: string;
  readonly uniqueRoute: string;
  readonly description: string;
  readonly state: string;
}

export function posts(): void {
  let shop: TestShop;
  let editor: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({ clock: new FixedClock('2026-11-20T12:00:00.000Z'), environment: { SHOP_TIME_ZONE: 'Europe/Warsaw' } });
    editor = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());

  let count = 0;
  const send = (body: object) =>
    editor.call('POST', '/ops/posts', { title: `Post ${(count += 1)}`, description: '<p>Text</p>', metaDescription: 'Short', ...body });
  const add = async (body: object) => (await send(body)).json<Post>();
  const change = async (id: string, body: object) => (await editor.call('PATCH', `/ops/posts/${id}`, body)).json<Post>();
  const stateOf = async (id: string) => (await editor.call('GET', `/ops/posts/${id}`)).json<Post>().state;
  const idsIn = async (state: string) =>
    (await editor.call('GET', `/ops/posts?state=${state}`)).json<{ items: Post[] }>().items.map(({ id }) => id);
  /** Whether visitors find it in the list, which home and sitemap also use, and the status of its address. */
  const seen = async ({ id, uniqueRoute }: Post) => {
    const list = (await shop.app.inject({ url: '/blog/' })).json<{ id: string }[]>();
    return [list.some((post) => post.id === id), (await shop.app.inject({ url: `/blog/title/${uniqueRoute}` })).statusCode];
  };
  const clockAt = (time: string) => shop.clock.advance(Date.parse(time) - shop.clock.now().getTime());

  test('a planned post is published automatically, and is visible to staff only before', async () => {
    const post = await add({ publishedAt: '2026-11-21' });
    expect([post.state, await seen(post)]).toEqual(['planned', [false, 404]]);
    clockAt('2026-11-20T22:59:59.999Z');
    expect([await stateOf(post.id), await seen(post), await idsIn('planned')]).toEqual(['planned', [false, 404], [post.id]]);
    clockAt('2026-11-20T23:00:00.000Z');
    expect([await stateOf(post.id), await seen(post), await idsIn('planned')]).toEqual(['published', [true, 200], []]);
  });

  test('a draft is read by the staff alone, whatever its date, and one without a date is of the moment in which it comes out', async () => {
    const draft = await add({ isDraft: true });
    const dated = await add({ isDraft: true, publishedAt: '2026-01-02T03:04:05Z' });
    expect([await seen(draft), await seen(dated), (await idsIn('draft')).toSorted()]).toEqual([
      [false, 404],
      [false, 404],
      [draft.id, dated.id].toSorted(),
    ]);
    expect((await editor.call('GET', `/ops/posts/${draft.id}`)).json()).toMatchObject({ description: '<p>Text</p>', state: 'draft' });
    shop.clock.advance(3_600_000);
    expect(await change(draft.id, { isDraft: false })).toMatchObject({ state: 'published', publishedAt: shop.clock.now().toISOString() });
    expect(await change(dated.id, { isDraft: false })).toMatchObject({ state: 'published', publishedAt: '2026-01-02T03:04:05.000Z' });
    expect([await seen(draft), await seen(dated)]).toEqual([
      [true, 200],
      [true, 200],
    ]);
    expect((await audited(shop, 'posts.change')).at(-1)).toMatchObject({ before: { isDraft: true }, after: { isDraft: false } });
  });

  test('a published post that becomes a draft, or gets a later date, is gone at once', async () => {
    const post = await add({});
    expect([post.state, await seen(post)]).toEqual(['published', [true, 200]]);
    await change(post.id, { isDraft: true });
    expect(await seen(post)).toEqual([false, 404]);
    await change(post.id, { isDraft: false, publishedAt: '2031-01-01' });
    expect([await stateOf(post.id), await seen(post)]).toEqual(['planned', [false, 404]]);
    await change(post.id, { publishedAt: null });
    expect(await seen(post)).toEqual([true, 200]);
  });

  test.each([
    [{ isDraft: null }, 'isDraft'],
    [{ isDraft: 'yes' }, 'isDraft'],
    [{ publishedAt: '2026-02-30' }, 'publishedAt'],
  ])('a post with %j is refused by the name of the field', async (body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
    expect((await editor.call('GET', '/ops/posts?state=hidden')).status).toBe(400);
  });

  const uploaded = async (width: number, height: number) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    return editor.upload('/ops/pictures', [['file', picture, 'castle.jpg']]);
  };

  test('an uploaded picture is embedded in a text with its displayed size, and is served', async () => {
    const picture = (await uploaded(1200, 2560)).json<{ id: string; src: string; html: string }>();
    // Turned upright it is 2560 wide; no page needs more than 1280.
    expect(picture).toMatchObject({
      src: `images/${picture.id}-960.webp`,
      width: 1280,
      height: 600,
      html: `<img src="${picture.src}" alt="">`,
    });
    expect((await shop.app.inject({ url: `/${picture.src}` })).statusCode).toBe(200);
    expect((await audited(shop, 'pictures.upload')).at(-1)).toMatchObject({ subject_id: picture.id, after: { width: 1280, height: 600 } });
    const stored = `<p>Look</p><img src="${picture.src}" alt="A &quot;castle&quot;" width="1280" height="600" loading="lazy" />`;
    const sent = `<p>Look</p><img src="${shop.config.apiOrigin}/images/${picture.id}-320.jpg" alt=' A "castle" ' onerror="x()" width="1"><img src="https://evil.example/x.png" alt="x">`;
    const post = await add({ description: sent });
    expect(post.description).toBe(stored);
    expect((await change(post.id, { description: post.description, title: 'Same text' })).description).toBe(stored);
    expect((await change(post.id, { title: 'Text left alone' })).description).toBe(stored);
    expect((await shop.app.inject({ url: `/blog/title/${post.uniqueRoute}` })).json()).toMatchObject({ description: stored });
  });

  test('a picture without an alternative text, or that was never uploaded, and more than fifty are refused', async () => {
    const { src } = (await uploaded(40, 20)).json<{ src: string }>();
    const refusal = async (description: string) => {
      const answer = await send({ description });
      return [answer.status, answer.json<{ details?: { field: string; message: string }[] }>().details?.[0]];
    };
    const refused = (words: string) => [400, { field: 'description', message: expect.stringContaining(words) }];
    for (const tag of [`<img src="${src}">`, `<img src="${src}" alt="">`, `<img src="${src}" alt="&nbsp; ">`])
      expect(await refusal(tag)).toEqual(refused('alternative text'));
    const unknown = (index: number) => `images/${String(index).padStart(32, '0')}-960.webp`;
    expect(await refusal(`<img src="${unknown(7)}" alt="x">`)).toEqual(refused(unknown(7)));
    const many = Array.from({ length: 51 }, (_, index) => `<img src="${unknown(index)}" alt="x">`).join('');
    expect(await refusal(many)).toEqual(refused('At most 50'));
    expect((await editor.upload('/ops/pictures', [['file', Buffer.from('no picture'), 'x.png']])).status).toBe(415);
  });
}
