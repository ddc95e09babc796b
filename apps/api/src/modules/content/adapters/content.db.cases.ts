import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Terms } from '../application/terms.ts';

export function content(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
    await shop.database
      .query(`insert into info_page values ('Terms', 'Company', 2, '<p>T</p>', 'm', now(), 't'), ('About Us', 'Company', 1, '<p>A</p>', 'm', now(), 't');
    insert into blog_post (id, unique_route, title, cover_image, meta_description, description, published_at, created_at, updated_at, changed_by) values
      ('b1', 'first-post', 'First Post', 'abc', 'm', '<p>1</p>', null, '2026-01-02T03:04:05Z', now(), 't'),
      ('b2', 'second-post', 'Second Post', 'abc', 'm', '<p>2</p>', '2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z', now(), 't');
    insert into blocked_network values ('10.0.0.0/8', 'r', now(), 't'), ('1.2.3.4', 'r', now(), 't'), ('2001:db8::/32', 'r', now(), 't');
    insert into blocked_country values ('XX', 'r', now(), 't')`);
    await addProducts(shop, [{ kinguinId: 7 }]);
    await shop.database
      .query(`insert into shop_user (id, email, username, lastname, password_hash, created_at, updated_at, changed_by) values
      ('u1', 'a@b.co', 'Ada', 'Buyer', 'none', now(), now(), 't'), ('u2', 'c@b.co', 'Bob', 'Żak', 'none', now(), now(), 't');
    insert into review select 'r' || n, 'kinguin', product.id, 'u' || n, n, 'Text ' || n, '2026-01-01'::timestamptz + n * interval '1 day', 't' from product, generate_series(1, 2) n`);
  });
  afterAll(() => shop.close());

  const get = (url: string) => shop.app.inject({ method: 'GET', url });
  const getPage = (payload: object) => shop.app.inject({ method: 'POST', url: '/pages/getPage', payload });

  test('info pages come in the order of their positions, each with its own text by name', async () => {
    expect((await get('/pages/pages')).json()).toEqual([
      { name: 'About Us', type: 'Company' },
      { name: 'Terms', type: 'Company' },
    ]);
    expect((await getPage({ name: 'Terms' })).json()).toEqual({ name: 'Terms', description: '<p>T</p>', meta_description: 'm' });
    expect((await getPage({ name: 'tERMS' })).json()).toMatchObject({ name: 'Terms' });
    expect((await getPage({ name: 'Nothing' })).statusCode).toBe(404);
  });

  test.each([[{}], [{ name: ['Terms'] }], [{ name: '' }], [{ name: 'x'.repeat(201) }], [{ name: 'a', more: 1 }]])(
    'a page asked for by %j is refused',
    async (body) => {
      expect((await getPage(body)).statusCode).toBe(400);
    },
  );

  test('posts come newest first by the date that they show, and one by its route', async () => {
    const posts = (await get('/blog')).json<{ id: string; date: string }[]>();
    expect(posts.map(({ id, date }) => [id, date])).toEqual([
      ['b2', '2026-02-01T00:00:00.000Z'],
      ['b1', '2026-01-02T03:04:05.000Z'],
    ]);
    expect((await get('/blog/title/first-post')).json()).toMatchObject({
      title: 'First Post',
      description: '<p>1</p>',
      coverImage: 'images/abc-960.webp',
    });
    expect((await get('/blog/title/First-Post')).json()).toMatchObject({ title: 'First Post' });
    expect((await get('/blog/title/no-post')).statusCode).toBe(404);
  });

  test.each(['/pages/pages', '/blog', '/blog/', '/blog/title/first-post', '/blocker/countries', '/review/kinguin/7'])(
    '%s is sent once to anyone who has it, and asked for again each time',
    async (url) => {
      const first = await get(url);
      expect(first.headers).toMatchObject({ etag: expect.stringMatching(/^"[\w-]+"$/), 'cache-control': 'public, no-cache' });
      const again = await shop.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  test('blocked addresses, ranges and countries are listed', async () => {
    expect((await get('/blocker/ips')).json()).toEqual(['1.2.3.4', '10.0.0.0/8', '2001:db8::/32']);
    expect((await get('/blocker/countries')).json()).toEqual(['XX']);
  });

  test('reviews come newest first and give away one letter of a last name', async () => {
    const reviews = (await get('/review/kinguin/7')).json<object[]>();
    expect(reviews).toEqual([
      expect.objectContaining({ _id: 'r2', rating: 2, productType: 'kinguin', kinguin: '7', user: { username: 'Bob', lastname: 'Ż' } }),
      expect.objectContaining({ _id: 'r1', createdAt: '2026-01-02T00:00:00.000Z', user: { username: 'Ada', lastname: 'B' } }),
    ]);
  });

  test.each([
    ['/review/kinguin/8', 200],
    ['/review/software/7', 200],
    ['/review/kinguin/x', 200],
    ['/review/book/7', 400],
  ])('%s is answered with %i', async (url, status) => {
    const response = await get(url);
    expect(response.statusCode).toBe(status);
    if (status === 200) expect(response.json()).toEqual([]);
  });

  test('the terms have a version that changes with their text, and each version keeps its text', async () => {
    const terms = shop.get(Terms);
    const write = (name: string, text: string, day: string) =>
      shop.database.query(
        `insert into info_page values ($1, 'Company', 3, $2, 'm', $3, 't') on conflict (name) do update set description = $2, updated_at = $3`,
        [name, text, `${day}T08:00:00Z`],
      );
    expect(await terms.current()).toBeNull();
    await write('Terms and Conditions', '<p>One &amp; two</p>', '2026-01-02');
    await write('Refund Policy', '<p>No refunds</p>', '2026-01-01');
    const [first, again] = await Promise.all([terms.current(), terms.current()]);
    expect([first, again]).toEqual([expect.stringMatching(/^2026-01-02-[0-9a-f]{12}$/), first]);
    await write('Refund Policy', '<p>Some refunds</p>', '2026-02-01');
    const second = await terms.current();
    expect(second).toMatch(/^2026-02-01-/);
    await write('Refund Policy', '<p>No refunds</p>', '2026-03-01');
    expect(await terms.current()).toBe(first);
    expect(await terms.ofVersion(first ?? '')).toEqual({
      version: first,
      text: 'Terms and Conditions\n\nOne & two\n\nRefund Policy\n\nNo refunds',
      since: new Date('2026-01-02T08:00:00Z'),
    });
    expect((await terms.ofVersion(second ?? ''))?.text).toContain('Some refunds');
    expect(await terms.ofVersion('2026-01-01-none')).toBeNull();
  });
}
