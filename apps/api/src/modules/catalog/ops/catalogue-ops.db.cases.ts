import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { RunCatalogueJobs } from '../index.ts';
import type { HomeAnswer, JobAnswer, PricingAnswer } from './catalogue-ops.dto.ts';

const line = (kinguinId: number, more: object = {}) =>
  JSON.stringify({ kinguinId, name: `Game ${kinguinId}`, platform: 'Steam', price: 10, productId: String(kinguinId), ...more });
const feed = (lines: readonly string[]) => [['file', lines.join('\n'), 'feed.jsonl']] as const;

export function catalogueOps(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({ environment: { MARGIN: '0.1' } });
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from product; delete from catalog_job'));
  const products = async () =>
    (await shop.database.query<{ name: string }>('select name from product order by kinguin_id')).rows.map(({ name }) => name);
  const eur = async (kinguinId: number) =>
    (
      await shop.database.query<{ eur_minor: number; usd_minor: number }>(
        'select eur_minor, usd_minor from listing join product on product.id = product_id where kinguin_id = $1',
        [kinguinId],
      )
    ).rows[0];
  const job = async (id: string) => (await owner.call('GET', `/ops/imports/${id}`)).json<JobAnswer>();

  test('an uploaded feed is read by a worker, its progress and the refused lines can be read, and a repeat changes nothing', async () => {
    const lines = [line(1), line(2), line(3, { platform: 'Amiga' }), 'nonsense', line(4)];
    const started = await owner.upload('/ops/imports', feed(lines));
    expect(started.status).toBe(202);
    const { id, state } = started.json<JobAnswer>();
    expect(state).toBe('waiting');
    expect(await products()).toEqual([]);
    await shop.get(RunCatalogueJobs).run();
    expect(await job(id)).toMatchObject({
      state: 'done',
      lines: 5,
      counts: { created: 3, updated: 0, unchanged: 0, rejected: 2 },
      problems: [
        { line: 3, reason: 'unknown platform "Amiga"' },
        { line: 4, reason: expect.stringContaining('not JSON') },
      ],
      readBytes: lines.join('\n').length,
    });
    expect(await products()).toEqual(['Game 1', 'Game 2', 'Game 4']);
    expect((await shop.database.query('select 1 from catalog_job_chunk')).rowCount).toBe(0);

    const again = (await owner.upload('/ops/imports', feed(lines))).json<JobAnswer>();
    await shop.get(RunCatalogueJobs).run();
    expect((await job(again.id)).counts).toMatchObject({ created: 0, unchanged: 3 });
    expect((await owner.call('GET', '/ops/imports')).json<{ items: JobAnswer[] }>().items.map(({ id: one }) => one)).toEqual([
      again.id,
      id,
    ]);
    expect((await audited(shop, 'imports.start')).at(0)).toMatchObject({ subject_id: id, after: { file: 'feed.jsonl' } });
  });

  test('a dry run reports what would happen and stores nothing', async () => {
    await addProducts(shop, [{ kinguinId: 1 }]);
    const { id } = (await owner.upload('/ops/imports?dryRun=true', feed([line(1), line(2)]))).json<JobAnswer>();
    await shop.get(RunCatalogueJobs).run();
    expect(await job(id)).toMatchObject({ dryRun: true, state: 'done', counts: { created: 1, updated: 1 } });
    expect(await products()).toEqual(['Game 1']);
  });

  test('a file of several chunks with multi-byte characters is read as it was sent', async () => {
    const long = 'ż'.repeat(150_000);
    const { id } = (
      await owner.upload('/ops/imports', feed([line(1, { name: 'Wiedźmin', description: long }), line(2, { name: 'Żółw' })]))
    ).json<JobAnswer>();
    await shop.get(RunCatalogueJobs).run();
    expect((await job(id)).counts).toMatchObject({ created: 2 });
    expect(await products()).toEqual(['Wiedźmin', 'Żółw']);
  });

  test('an import whose worker died is restarted by another, after a minute without heartbeat', async () => {
    const { id } = (await owner.upload('/ops/imports', feed([line(1)]))).json<JobAnswer>();
    await shop.database.query(`update catalog_job set state = 'running', beat_at = $1`, [shop.clock.now()]);
    await shop.get(RunCatalogueJobs).run();
    expect((await job(id)).state).toBe('running');
    shop.clock.advance(61_000);
    await shop.get(RunCatalogueJobs).run();
    expect((await job(id)).state).toBe('done');
  });

  test('an import without a file, or an empty one, is refused by its name and nothing is stored', async () => {
    for (const parts of [[], [['file', '', 'empty.jsonl']] as const, [['other', 'x', 'x.jsonl']] as const]) {
      const answer = await owner.upload('/ops/imports', parts);
      expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, 'file']);
    }
    expect((await shop.database.query('select 1 from catalog_job')).rowCount).toBe(0);
    expect((await owner.call('GET', '/ops/imports/nothing')).status).toBe(404);
  });

  test('new margin and rates reprice the catalogue in one job, what was set by hand stays, and imports follow the new rules', async () => {
    await addProducts(shop, [
      { kinguinId: 1, price: 10, sellPrice: undefined },
      { kinguinId: 2, price: 10, sellPrice: 15 },
    ]);
    expect(await eur(1)).toMatchObject({ eur_minor: 1100 });
    const answer = await owner.call('PUT', '/ops/pricing', { margin: 0.5, usd: 2, pln: 4, gbp: 0.8 });
    expect(answer.json<PricingAnswer>()).toMatchObject({ margin: 0.5, usd: 2, repricing: { state: 'waiting' } });
    await shop.get(RunCatalogueJobs).run();
    expect(await eur(1)).toEqual({ eur_minor: 1500, usd_minor: 3000 });
    expect(await eur(2)).toEqual({ eur_minor: 1500, usd_minor: 3000 });
    expect((await owner.call('GET', '/ops/pricing')).json<PricingAnswer>().repricing).toMatchObject({
      state: 'done',
      counts: { changed: 2 },
    });

    await addProducts(shop, [{ kinguinId: 3, price: 20, sellPrice: undefined }]);
    expect(await eur(3)).toEqual({ eur_minor: 3000, usd_minor: 6000 });
    expect((await audited(shop, 'pricing.change')).at(-1)).toMatchObject({ before: { margin: 0.1 }, after: { margin: 0.5, Usd: 2 } });
  });

  test.each([
    [{ margin: -1, usd: 1, pln: 4, gbp: 1 }, 'margin'],
    [{ margin: 0.1, usd: 0, pln: 4, gbp: 1 }, 'usd'],
    [{ margin: 0.1, usd: 1, pln: '4', gbp: 1 }, 'pln'],
    [{ margin: 0.1, usd: 1, pln: 4 }, 'gbp'],
  ])('the rules %j are refused by the name of the field', async (body, field) => {
    const answer = await owner.call('PUT', '/ops/pricing', body);
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
  });

  test('hero and sections of home are set as a whole, and shoppers see them', async () => {
    await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }, { kinguinId: 3 }]);
    const wanted = {
      hero: ['2'],
      sections: [
        { id: 'best', name: 'Best Sellers', products: ['3', '1'] },
        { id: 'near', name: 'Close By', products: ['2'], afterSliderPlatform: true },
        { name: 'Deals', products: ['1'], afterSliderPrice: true },
      ],
    };
    const answer = await owner.call('PUT', '/ops/home', wanted);
    expect(answer.status).toBe(200);
    expect(answer.json<HomeAnswer>().sections.map(({ name, products: shown }) => [name, shown.map(({ kinguinId }) => kinguinId)])).toEqual([
      ['Best Sellers', [3, 1]],
      ['Close By', [2]],
      ['Deals', [1]],
    ]);
    const card = (kinguinId: number) => expect.objectContaining({ kinguinId });
    expect((await shop.app.inject({ method: 'GET', url: '/home' })).json()).toEqual([
      [{ products: [card(2)] }],
      { id: 'best', sectionName: 'Best Sellers', products: [card(3), card(1)], after_slider_platform: false, after_slider_price: false },
      { id: 'near', sectionName: 'Close By', products: [card(2)], after_slider_platform: true, after_slider_price: false },
      { id: expect.any(String), sectionName: 'Deals', products: [card(1)], after_slider_platform: false, after_slider_price: true },
    ]);
    expect(await audited(shop, 'home.change')).toHaveLength(1);
  });

  test.each([[[]], [null], ['best']])('a section that is %j is refused', async (section) => {
    const answer = await owner.call('PUT', '/ops/home', { hero: [], sections: [section] });
    expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ field: 'sections', message: 'Each section must be an object.' }] });
  });

  test('an edited answer of GET home is a valid body of PUT: nothing else changes, and names in it change nothing', async () => {
    await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }, { kinguinId: 3 }]);
    const sections = [
      { id: 'best', name: 'Best Sellers', products: ['3', '1'], afterSliderPlatform: true },
      { id: 'deals', name: 'Deals', products: ['1'], afterSliderPrice: true },
    ];
    await owner.call('PUT', '/ops/home', { hero: ['2'], sections });
    const seen = (await owner.call('GET', '/ops/home')).json<HomeAnswer>();
    expect([seen.hero.length, seen.sections.map(({ products }) => products.length)]).toEqual([1, [2, 1]]);
    const stored = async () =>
      (
        await shop.database.query(`select id, home_section.position, section_name, is_featured, after_slider_platform, after_slider_price,
        array_agg(product_id order by product.position) as products
        from home_section join home_section_product product on section_id = id group by id order by position`)
      ).rows;
    const before = await stored();
    const again = await owner.call('PUT', '/ops/home', seen);
    expect([again.status, again.json<HomeAnswer>()]).toEqual([200, seen]);
    expect(await stored()).toEqual(before);
    expect(before).toHaveLength(3);
    const [first, second] = seen.sections;
    const edited = { hero: [{ ...seen.hero[0], name: 'Another name' }, '3'], sections: [second, { ...first, name: 'Best' }] };
    const after = (await owner.call('PUT', '/ops/home', edited)).json<HomeAnswer>();
    expect(after).toEqual((await owner.call('GET', '/ops/home')).json());
    expect(after.hero).toEqual([seen.hero[0], first?.products[0]]);
    expect(after.sections).toEqual([second, { ...first, name: 'Best' }]);
  });

  test('a dry run of home returns the result with the same refusals, and changes neither it nor the audit log', async () => {
    await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
    await owner.call('PUT', '/ops/home', { hero: ['2'], sections: [] });
    const [seen, lines] = [(await owner.call('GET', '/ops/home')).text, (await audited(shop, 'home.change')).length];
    const answer = await owner.call('PUT', '/ops/home?dryRun=true', { hero: ['1'], sections: [] });
    expect(answer.json<HomeAnswer>().hero.map(({ kinguinId }) => kinguinId)).toEqual([1]);
    expect((await owner.call('PUT', '/ops/home?dryRun=true', { hero: ['99'], sections: [] })).status).toBe(400);
    expect((await owner.call('GET', '/ops/home')).text).toBe(seen);
    expect(await audited(shop, 'home.change')).toHaveLength(lines);
  });

  test.each([
    [{ hero: ['99'], sections: [] }, 'hero.0'],
    [{ hero: [{ id: '99', name: 'Game 1' }], sections: [] }, 'hero.0'],
    [{ hero: [{ name: 'Game 1' }], sections: [] }, 'hero'],
    [{ hero: [], sections: [{ name: 'A', products: ['1', '98'] }] }, 'sections.0.products.1'],
    [{ hero: [], sections: [{ name: '', products: [] }] }, 'sections.0.name'],
    [{ hero: [], sections: [{ id: 'featured', name: 'A', products: [] }] }, 'sections.0.id'],
    [{ hero: 'all', sections: [] }, 'hero'],
    [{ hero: [] }, 'sections'],
  ])('the home %j is refused by the name of the field', async (body, field) => {
    await addProducts(shop, [{ kinguinId: 1 }]);
    const answer = await owner.call('PUT', '/ops/home', body);
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
  });

  test('only an owner sets prices for the whole shop', async () => {
    const keeper = await operator(shop, 'catalogue');
    expect((await keeper.call('PUT', '/ops/pricing', { margin: 0, usd: 1, pln: 1, gbp: 1 })).status).toBe(403);
  });
}
