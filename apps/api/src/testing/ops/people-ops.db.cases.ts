import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { imageId } from '../../platform/images/recipe.ts';
import { wideTileRecipe } from '../../platform/images/tile.ts';
import { audited, operator } from '../operators.ts';
import { until } from '../until.ts';
import { type TestShop, testShop } from '../test-shop.ts';
import { addMessage, addReview, addSubscriber } from './valid-people-writes.ts';

const refusal = (answer: { status: number; json<T>(): T }) => [
  answer.status,
  answer.json<{ details?: { field: string }[] }>().details?.[0]?.field,
];

export function peopleOps(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop();
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());

  const items = async <Item>(url: string) => (await owner.call('GET', url)).json<{ items: Item[] }>().items;

  test('a hidden review is shown to nobody, its author writing again does not bring it back, and it can be shown or removed', async () => {
    const { id, kinguinId } = await addReview(shop);
    const shown = async () => (await shop.app.inject({ method: 'GET', url: `/review/kinguin/${kinguinId}` })).json<object[]>().length;
    expect(await shown()).toBe(1);
    await owner.call('PATCH', `/ops/reviews/${id}`, { isHidden: true, reason: 'Insults another buyer' });
    expect(await shown()).toBe(0);
    expect(await items(`/ops/reviews?product=${kinguinId}&hidden=true&rating=5`)).toMatchObject([{ id, username: expect.any(String) }]);
    expect(await items(`/ops/reviews?product=${kinguinId}&rating=4`)).toEqual([]);
    await owner.call('PATCH', `/ops/reviews/${id}`, { isHidden: false, reason: 'A mistake' });
    expect(await shown()).toBe(1);
    expect((await owner.call('DELETE', `/ops/reviews/${id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/ops/reviews/${id}`)).status).toBe(404);
    expect(await shown()).toBe(0);
    expect((await audited(shop, 'reviews.hide')).at(-1)).toMatchObject({ subject_id: id, reason: 'Insults another buyer' });
    expect(refusal(await owner.call('PATCH', `/ops/reviews/${id}`, { isHidden: true, reason: '' }))).toEqual([400, 'reason']);
    expect(refusal(await owner.call('GET', '/ops/reviews?rating=6'))).toEqual([400, 'rating']);
  });

  test('a page is written safe, found by its name, and removed', async () => {
    const page = { type: 'Company', position: 3, description: '<h3>We</h3><script>alert(1)</script>', metaDescription: 'Who we are' };
    expect((await owner.call('PUT', '/ops/pages/Our%20Team', page)).status).toBe(204);
    const read = () => shop.app.inject({ method: 'POST', url: '/pages/getPage', payload: { name: 'Our Team' } });
    expect((await read()).json()).toMatchObject({ description: '<h3>We</h3>' });
    await owner.call('PUT', '/ops/pages/Our%20Team', { ...page, description: '<p>Us</p>' });
    expect(await items('/ops/pages')).toMatchObject([{ name: 'Our Team', description: '<p>Us</p>', position: 3 }]);
    expect((await audited(shop, 'pages.change')).at(-1)).toMatchObject({ subject_id: 'Our Team', before: { description: '<h3>We</h3>' } });
    expect(refusal(await owner.call('PUT', '/ops/pages/Our%20Team', { ...page, type: 'Footer' }))).toEqual([400, 'type']);
    expect(refusal(await owner.call('PUT', '/ops/pages/%20x', page))).toEqual([400, 'name']);
    expect((await owner.call('DELETE', '/ops/pages/Our%20Team')).status).toBe(204);
    expect((await read()).statusCode).toBe(404);
  });

  test('a post gets an address and a tile as cover, is changed, given a picture, and removed', async () => {
    const draft = { title: 'Ten Games for Łódź!', description: '<p onclick="x()">Dark early</p>', metaDescription: 'What to play' };
    const added = await owner.call('POST', '/ops/posts', draft);
    expect(added.status).toBe(201);
    const tile = (title: string) => `images/${imageId(wideTileRecipe(title))}-960.webp`;
    const { id, uniqueRoute } = added.json<{ id: string; uniqueRoute: string; coverImage: string }>();
    expect(added.json()).toMatchObject({ description: '<p>Dark early</p>', publishedAt: null, coverImage: tile('Ten Games') });
    expect(refusal(await owner.call('POST', '/ops/posts', draft))).toEqual([409, 'title']);
    expect(refusal(await owner.call('POST', '/ops/posts', { ...draft, title: '!!!' }))).toEqual([400, 'title']);
    expect(refusal(await owner.call('POST', '/ops/posts', { ...draft, title: 'Other', publishedAt: 'soon' }))).toEqual([
      400,
      'publishedAt',
    ]);
    const changed = await owner.call('PATCH', `/ops/posts/${id}`, { title: 'Eleven games', publishedAt: '2026-02-01T00:00:00Z' });
    expect(changed.json()).toMatchObject({
      title: 'Eleven games',
      coverImage: tile('Eleven games'),
      uniqueRoute,
      publishedAt: '2026-02-01T00:00:00.000Z',
      description: '<p>Dark early</p>',
    });
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const covered = (await owner.upload(`/ops/posts/${id}/cover`, [['file', picture, 'cover.png']], 'PUT')).json<{ coverImage: string }>();
    expect((await shop.app.inject({ method: 'GET', url: `/${covered.coverImage}` })).statusCode).toBe(200);
    expect((await shop.app.inject({ method: 'GET', url: `/blog/title/${encodeURIComponent(uniqueRoute)}` })).statusCode).toBe(200);
    expect(await items('/ops/posts')).toMatchObject([{ id, title: 'Eleven games' }]);
    expect((await owner.call('DELETE', `/ops/posts/${id}`)).status).toBe(204);
    expect((await owner.call('GET', `/ops/posts/${id}`)).status).toBe(404);
    expect((await audited(shop, 'posts.change')).length).toBe(2);
  });

  test('messages are listed, noted as answered and removed; their files are downloaded, not shown', async () => {
    const id = await addMessage(shop);
    expect(await items('/ops/contact?done=false')).toMatchObject([{ id, fullName: 'Ada Buyer', fileName: 'screen.png', doneAt: null }]);
    const file = await shop.app.inject({ method: 'GET', url: `/ops/contact/${id}/file`, headers: { 'x-ops-key': owner.key } });
    expect([file.body, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      'picture',
      'application/octet-stream',
      "attachment; filename*=UTF-8''screen.png",
    ]);
    await owner.call('PATCH', `/ops/contact/${id}`, { isDone: true });
    expect(await items('/ops/contact?done=false')).toEqual([]);
    expect(await items('/ops/contact?done=true')).toMatchObject([{ id, doneBy: expect.stringContaining('owner') }]);
    expect(refusal(await owner.call('PATCH', `/ops/contact/${id}`, { isDone: 'yes' }))).toEqual([400, 'isDone']);
    await owner.call('DELETE', `/ops/contact/${id}`);
    expect((await owner.call('GET', `/ops/contact/${id}/file`)).status).toBe(404);
    const log = JSON.stringify([...(await audited(shop, 'contact.done')), ...(await audited(shop, 'contact.remove'))]);
    expect(log).not.toContain('ada@example.com');
    const viewer = await operator(shop, 'viewer');
    expect((await viewer.call('GET', '/ops/contact')).status).toBe(403);
  });

  test('the export holds those who confirmed, with the proof, and no formula', async () => {
    await addSubscriber(shop, 'pending', 'pending@example.com');
    const gone = await addSubscriber(shop, 'confirmed', 'gone@example.com');
    await addSubscriber(shop, 'confirmed', 'reader@example.com');
    await addSubscriber(shop, 'confirmed', '=cmd@example.com');
    await owner.call('POST', `/ops/newsletter/${gone}/unsubscribe`);
    const { text } = await owner.call('POST', '/ops/newsletter/export');
    const at = shop.clock.now().toISOString();
    const proof = `${at},192.0.2.1,${at},192.0.2.2`;
    const links = `${shop.config.storefrontOrigin}/newsletter/unsubscribe/TOKEN,${shop.config.apiOrigin}/news/unsubscribe/TOKEN`;
    expect(text.replaceAll(/unsubscribe\/[\w-]{43}(?=[,\r])/g, 'unsubscribe/TOKEN')).toBe(
      `email,askedAt,askedFrom,confirmedAt,confirmedFrom,unsubscribe,oneClickUnsubscribe\r\nreader@example.com,${proof},${links}\r\n'=cmd@example.com,${proof},${links}\r\n`,
    );
    expect(await audited(shop, 'newsletter.export')).toHaveLength(1);
    expect(await items('/ops/newsletter?state=unsubscribed')).toMatchObject([{ email: 'gone@example.com' }]);
    expect(await items('/ops/newsletter?email=READER@example.com')).toHaveLength(1);
    expect((await owner.call('DELETE', `/ops/newsletter/${gone}`)).status).toBe(204);
    expect(await items('/ops/newsletter?state=unsubscribed')).toEqual([]);
    const supporter = await operator(shop, 'support');
    expect((await supporter.call('POST', '/ops/newsletter/export')).status).toBe(403);
  });

  test('where the audit log takes no line, or the list cannot be read, nobody gets a list, and the answer says so', async () => {
    const takeList = () => owner.call('POST', '/ops/newsletter/export');
    const before = (await audited(shop, 'newsletter.export')).length;
    await shop.database.query(`alter table audit_line add constraint full_up check (action <> 'newsletter.export') not valid`);
    try {
      const answer = await takeList();
      expect([answer.status, answer.text.includes('@')]).toEqual([500, false]);
      expect(answer.json<object>()).toMatchObject({ statusCode: 500 });
    } finally {
      await shop.database.query('alter table audit_line drop constraint full_up');
    }
    await shop.database.query('alter table newsletter_subscription rename column asked_from to asked_where');
    try {
      expect((await takeList()).json<object>()).toMatchObject({ statusCode: 500 });
    } finally {
      await shop.database.query('alter table newsletter_subscription rename column asked_where to asked_from');
    }
    expect((await takeList()).status).toBe(200);
    expect(await audited(shop, 'newsletter.export')).toHaveLength(before + 2);
  });

  test('where the orders cannot be read, their export is answered as an error, not with the beginning of a list', async () => {
    await shop.database.query('alter table shop_order rename column customer to buyer');
    try {
      expect((await owner.call('GET', '/ops/orders/export.csv')).json<object>()).toMatchObject({ statusCode: 500 });
    } finally {
      await shop.database.query('alter table shop_order rename column buyer to customer');
    }
    expect((await owner.call('GET', '/ops/orders/export.csv')).text).toMatch(/^\uFEFFnumber,id,.*\r\n$/);
  });

  test('each reader in the export has a link that ends the newsletter at once, the same in every export', async () => {
    const id = await addSubscriber(shop, 'confirmed', 'ender@example.com');
    const tokens = async () =>
      (await owner.call('POST', '/ops/newsletter/export')).text
        .split('\r\n')
        .filter((line) => line.startsWith('ender@'))
        .flatMap((line) => [...line.matchAll(/unsubscribe\/([\w-]{43})/g)].map(([, token]) => token));
    const first = await tokens();
    expect([first.length, new Set(first).size]).toEqual([2, 1]);
    expect(await tokens()).toEqual(first);
    expect((await shop.database.query('select 1 from newsletter_token where subscription_id = $1', [id])).rowCount).toBe(1);
    // As a mail program does it (RFC 8058).
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/news/unsubscribe/${first[0]}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.json()).toEqual({ status: 'unsubscribed' });
    expect(await tokens()).toEqual([]);
  });

  test('a blocked range is kept out at once and let in again', async () => {
    const visit = async () => (await shop.app.inject({ method: 'GET', url: '/home', remoteAddress: '203.0.113.77' })).statusCode;
    expect((await owner.call('PUT', '/ops/blocker/networks', { network: '203.0.113.9/24', reason: 'Card testing' })).json()).toEqual({
      network: '203.0.113.0/24',
    });
    await until(async () => (await visit()) === 403);
    expect(await items('/ops/blocker/networks')).toMatchObject([{ network: '203.0.113.0/24', reason: 'Card testing' }]);
    await owner.call('PUT', '/ops/blocker/networks', { network: '203.0.113.0/24', reason: 'Still' });
    expect((await audited(shop, 'blocker.network')).at(-1)).toMatchObject({
      before: { reason: 'Card testing' },
      after: { reason: 'Still' },
    });
    expect((await owner.call('DELETE', '/ops/blocker/networks?network=203.0.113.0%2F24')).status).toBe(204);
    await until(async () => (await visit()) === 200);
    expect((await owner.call('DELETE', '/ops/blocker/networks?network=203.0.113.0%2F24')).status).toBe(404);
  });

  test.each(['nonsense', '203.0.113.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/7', '1.2.3.4/24/3', 'fe80::1%eth0', ''])(
    'the network "%s" is not blocked',
    async (network) => {
      expect(refusal(await owner.call('PUT', '/ops/blocker/networks', { network, reason: 'Test' }))).toEqual([400, 'network']);
    },
  );

  test('nobody blocks the network that they call from', async () => {
    expect((await owner.call('PUT', '/ops/blocker/networks', { network: '127.0.0.0/8', reason: 'Oops' })).status).toBe(409);
  });

  test('a country is blocked by its letters and let in again', async () => {
    expect((await owner.call('PUT', '/ops/blocker/countries/kp', { reason: 'We may not' })).status).toBe(204);
    expect(await items('/ops/blocker/countries')).toMatchObject([{ code: 'KP', reason: 'We may not' }]);
    expect(refusal(await owner.call('PUT', '/ops/blocker/countries/XX', { reason: 'No such' }))).toEqual([400, 'code']);
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await owner.call(method, '/ops/blocker/countries/UK', method === 'PUT' ? { reason: 'We may not' } : undefined);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Did you mean GB?')]);
    }
    expect((await owner.call('DELETE', '/ops/blocker/countries/KP')).status).toBe(204);
    expect((await owner.call('DELETE', '/ops/blocker/countries/KP')).status).toBe(404);
  });
}
