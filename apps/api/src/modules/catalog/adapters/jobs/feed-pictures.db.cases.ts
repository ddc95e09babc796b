import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import sharp from 'sharp';
import { operator } from '../../../../testing/operators.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { ImageStore } from '../../../../platform/images/ports.ts';
import { PublicFetch } from '../../../../platform/public-fetch/public-fetch.ts';
import { type SupplierStandIns, supplierStandIns } from '../../../suppliers/testing/supplier-stand-ins.ts';
import { FeedPictures, PictureAway } from '../../application/feed-pictures.ts';
import { FetchPictures } from '../../application/fetch-pictures.ts';
import { ImportCatalogue } from '../../application/import-catalogue.ts';
import type { FeedPictureItem } from '../../ops/pictures/feed-pictures-ops.dto.ts';
import { feedPicturesContract } from '../../testing/feed-pictures.contract.ts';
import { HttpPictureFetcher, PICTURE_FETCH } from './http-picture-fetcher.ts';

interface Named {
  readonly cover?: string;
  readonly screenshots?: readonly string[];
  readonly [field: string]: unknown;
}

export function feedPictureCases(): void {
  let shop: TestShop;
  let standIns: SupplierStandIns;
  beforeAll(async () => {
    standIns = await supplierStandIns();
    shop = await testShop({ environment: { PICTURE_HOSTS_ALLOWED: 'localhost' } });
  });
  afterAll(async () => {
    await shop?.close();
    await standIns?.close();
  });
  beforeEach(() => shop.database.query('truncate product, image, search_word cascade'));

  const at = (path: string) => `${standIns.origin.replace('127.0.0.1', 'localhost')}/suppliers/pictures/${path}`;

  async function take(kinguinId: number, { cover, screenshots = [], ...more }: Named = {}): Promise<void> {
    const images = { ...(cover && { cover: { url: cover } }), screenshots: screenshots.map((url) => ({ url })) };
    const text = JSON.stringify({ kinguinId, name: `Game ${kinguinId}`, platform: 'Steam', price: 10, productId: 'p', images, ...more });
    const feed = (async function* () {
      yield { number: 1, text };
    })();
    const rejected: string[] = [];
    await shop
      .get(ImportCatalogue)
      .run(feed, 'tester', { rejected: (_line, reason) => rejected.push(reason), progressed: () => undefined });
    expect(rejected).toEqual([]);
  }

  async function shown(kinguinId: number): Promise<{ cover: string; screenshots: string[] }> {
    const { rows } = await shop.database.query<{ cover: string; screenshots: string[] }>(
      'select cover_image as cover, screenshot_images as screenshots from product where kinguin_id = $1',
      [kinguinId],
    );
    if (!rows[0]) throw new Error('There is no such product.');
    return rows[0];
  }

  const sizeOf = async (imageId: string, width: number) => {
    const { rawPayload, statusCode, headers } = await shop.app.inject({ method: 'GET', url: `/images/${imageId}-${width}.webp` });
    if (statusCode !== 200) return null;
    expect(headers['content-type']).toBe('image/webp');
    const { format, width: wide, height } = await sharp(rawPayload).metadata();
    return [format, wide, height];
  };
  const failures = async () =>
    Object.fromEntries(
      (await shop.get(FeedPictures).list({}, { offset: 0, limit: 20 })).items.map(({ place, failure }) => [place, failure]),
    );

  describe('in PostgreSQL', () =>
    feedPicturesContract(async () => ({
      pictures: shop.get(FeedPictures),
      name: async (id, named) => {
        const cover = named.find(({ place }) => place === 0)?.address;
        const screenshots = named.filter(({ place }) => place > 0).map(({ address }) => address);
        await take(id === 'p1' ? 1 : 2, { _id: id, ...(cover && { cover }), screenshots });
      },
      shown: (id) => shown(id === 'p1' ? 1 : 2),
    })));

  test('cover and screenshots of a feed are fetched and served as WebP in every size of the shop, and the page shows them', async () => {
    await take(7, { cover: at('7/cover.png'), screenshots: [at('7/shot-1.png'), at('7/shot-2.png')] });
    const tile = (await shown(7)).cover;
    await shop.get(FetchPictures).run();
    const { cover, screenshots } = await shown(7);
    expect(cover).not.toBe(tile);
    const made = async (id: string, widths: readonly number[]) => {
      const there = await Promise.all(widths.map((width) => shop.get(ImageStore).has(`variants/${id.slice(0, 2)}/${id}-${width}.webp`)));
      return widths.filter((_, index) => there[index]);
    };
    // Lists show covers: the worker makes them in all sizes.
    expect([await made(cover, COVER_WIDTHS), await made(screenshots[0] ?? '', SCREENSHOT_WIDTHS)]).toEqual([COVER_WIDTHS, []]);
    // None is blown up: the cover came 600 px wide.
    const sizes = (ids: readonly string[], widths: readonly number[]) =>
      Promise.all(ids.flatMap((id) => widths.map((width) => sizeOf(id, width))));
    expect(await sizes([cover], COVER_WIDTHS)).toEqual([
      ['webp', 80, 107],
      ['webp', 160, 213],
      ['webp', 320, 427],
      ['webp', 480, 640],
      ['webp', 600, 800],
    ]);
    const shots = SCREENSHOT_WIDTHS.map((width) => ['webp', width, (width * 9) / 16]);
    expect(await sizes(screenshots, SCREENSHOT_WIDTHS)).toEqual([...shots, ...shots]);
    expect(new Set([cover, ...screenshots]).size).toBe(3);
    const page = (await shop.app.inject({ method: 'GET', url: '/products/kinguinId/7' })).body;
    for (const id of [cover, ...screenshots]) expect(page).toContain(id);
    const { rows } = await shop.database.query<{ card: string }>('select card from listing');
    expect(rows[0]?.card).toContain(cover);
  });

  test('an import that changes something else leaves what was fetched, in the order of the feed', async () => {
    const shots = [at('7/shot-1.png'), at('7/shot-2.png')];
    await take(7, { cover: at('7/cover.png'), screenshots: shots });
    await shop.get(FetchPictures).run();
    const before = await shown(7);
    await take(7, { cover: at('7/cover.png'), screenshots: shots, price: 12 });
    expect(await shown(7)).toEqual(before);
    await take(7, { cover: at('7/cover.png'), screenshots: shots.toReversed() });
    expect(await shown(7)).toEqual({ ...before, screenshots: before.screenshots.toReversed() });
    await take(7, {});
    const { cover, screenshots } = await shown(7);
    expect([cover === before.cover, screenshots]).toEqual([false, []]);
    expect((await shop.database.query('select place from feed_picture')).rows).toEqual([]);
  });

  test('what is no picture, too large, a bomb or private is refused and never shown; what fails, or is none, is tried again', async () => {
    const screenshots = ['page.png', 'large.png', 'bomb.png', 'to', `to?address=${encodeURIComponent(standIns.origin)}`, 'failing.png'].map(
      at,
    );
    screenshots.push('http://127.0.0.1:1/a.png', 'http://169.254.169.254/a.png', at('7/shot-1.png'));
    await take(7, { cover: `${standIns.origin}/suppliers/pictures/7/cover.png`, screenshots });
    const tile = (await shown(7)).cover;
    await shop.get(FetchPictures).run();
    const noPicture = 'The file is no picture: PNG, JPEG, WebP or GIF of at most 25 megapixels.';
    const notPublic = 'The address does not belong to the internet.';
    const otherPort = 'The address has another port than 80 and 443.';
    expect(await failures()).toEqual({
      ...{ 0: otherPort, 1: noPicture, 2: 'The file has more than 10 MB.', 3: noPicture, 4: notPublic, 5: otherPort },
      ...{ 6: 'The server answered 503.', 7: otherPort, 8: notPublic, 9: null },
    });
    const { cover, screenshots: those } = await shown(7);
    expect([cover, those.length]).toEqual([tile, 1]);
    const { items } = await shop.get(FeedPictures).list({ state: 'waiting' }, { offset: 0, limit: 20 });
    expect(items.map(({ place }) => place).toSorted()).toEqual([1, 3, 6]);
  });

  test('a server that begins and does not end is left when the time is over', async () => {
    const allowedHosts = new Set(['localhost']);
    const limits = { ...PICTURE_FETCH.limits, totalMs: 300 };
    const fetcher = new HttpPictureFetcher(new PublicFetch({ allowedHosts, ...PICTURE_FETCH, limits }));
    await expect(fetcher.picture(at('slow.png'), new AbortController().signal)).rejects.toThrow(
      new PictureAway('The server took too long.'),
    );
  });

  test('a cover that staff uploaded stays; one that shows a changed name gives way', async () => {
    await take(7, { cover: at('7/cover.png') });
    await take(8, { cover: at('8/cover.png') });
    const keeper = await operator(shop, 'catalogue');
    const own = 'a'.repeat(32);
    await shop.database.query(`update product set cover_image = $1, kept_fields = '{cover_image}' where kinguin_id = 7`, [own]);
    const renamed = await keeper.call('PATCH', '/ops/products/8', { originalName: 'Another', reason: 'Misspelt' });
    expect(renamed.status).toBeLessThan(300);
    const tile = (await shown(8)).cover;
    await shop.get(FetchPictures).run();
    expect((await shown(7)).cover).toBe(own);
    const { cover } = await shown(8);
    expect(cover).not.toBe(tile);
    await take(8, { cover: at('8/cover.png'), price: 11 });
    expect((await shown(8)).cover).toBe(cover);
  });

  test('staff see what failed and why, and have it fetched again', async () => {
    await take(7, { cover: at('large.png') });
    await take(8, { cover: at('large.png'), screenshots: [at('8/shot-1.png')] });
    await shop.get(FetchPictures).run();
    const keeper = await operator(shop, 'catalogue');
    const items = async (query = '') =>
      (await keeper.call('GET', `/ops/feed-pictures${query}`))
        .json<{ items: FeedPictureItem[] }>()
        .items.map(({ kinguinId, place, state, failure, image }) => ({
          ...{ kinguinId, place, state, image: image !== null, why: failure?.slice(0, 22) },
        }));
    const refused = { place: 0, state: 'failed', image: false, why: 'The file has more than' };
    expect(await items()).toEqual(
      expect.arrayContaining([
        { ...refused, kinguinId: 7 },
        { ...refused, kinguinId: 8 },
      ]),
    );
    expect(await items('?product=8')).toEqual(
      expect.arrayContaining([
        { ...refused, kinguinId: 8 },
        { kinguinId: 8, place: 1, state: 'stored', image: true, why: undefined },
      ]),
    );
    const retried = await keeper.call('POST', '/ops/feed-pictures/retry', { product: '8', reason: 'Mended' });
    expect(retried.json()).toEqual({ pictures: 1 });
    expect(await items('?state=waiting')).toMatchObject([{ kinguinId: 8, place: 0 }]);
    expect((await keeper.call('POST', '/ops/feed-pictures/retry', { product: '9', reason: 'Mended' })).status).toBe(404);
    expect(await items('?product=9')).toEqual([]);
  });
}
