import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type ArtRecipe, blogRecipe, coverRecipe, illustrationRecipe, isArtRecipe, screenshotRecipes } from './recipe.ts';
import { composeSvg } from './compose.ts';
import { drawArt } from './draw.ts';
import { textWidth } from './fonts.ts';
import { drawable, fit, titleParts } from './lettering.ts';
import { moodAndScene, randomOf } from './mood.ts';

const names = [
  'Hades',
  'Elden Ring',
  'Portal 2',
  'Stardew Valley',
  'Forza Horizon 5',
  'Dead Cells',
  'Rust',
  'Celeste',
  'Sea of Thieves',
  'Factorio',
  'Raft',
  'Anno 1800',
];
const genres = ['RPG', 'Racing', 'Horror', 'Strategy', 'Simulation', 'FPS', 'Sport', 'Puzzle'];
const covers = names.map((name, index) => coverRecipe({ name, platform: 'Steam', genres: [genres[index % genres.length] ?? 'RPG'] }));
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

test('the same recipe is the same picture, to the byte', async () => {
  for (const recipe of covers) expect(hash(composeSvg(structuredClone(recipe)))).toBe(hash(composeSvg(recipe)));
  expect(hash((await drawArt(covers[0]!, 160)).pixels)).toBe(hash((await drawArt(covers[0]!, 160)).pixels));
});

test('different games have different pictures, also without their titles', () => {
  const pictures = covers.map((recipe) => composeSvg(recipe).replace(/<text.*?<\/text>/g, ''));
  expect(new Set(pictures).size).toBe(covers.length);
  expect(new Set(covers.flatMap((recipe) => screenshotRecipes({ name: recipe.title })).map(composeSvg)).size).toBe(covers.length * 3);
});

/** What a cover says, each line once: every line is drawn twice, its dark edge first. */
const wordsOn = (recipe: ArtRecipe) => [
  ...new Set(Array.from(composeSvg(recipe).matchAll(/<text[^>]*>(.*?)<\/text>/g), ([, words]) => words)),
];

test('one game has one cover on every platform, which leaves it to the shop to name the platform', () => {
  const [steam, console] = ['Steam', 'PlayStation 5'].map((platform) => coverRecipe({ name: 'Hades', platform, genres: ['RPG'] }));
  expect(steam).toEqual(console);
  expect(wordsOn(steam!)).toEqual(['HADES']);
});

test("a gift card is somebody's, and a cover of an account says that it is one", () => {
  expect(wordsOn(coverRecipe({ name: 'Steam Gift Card 20 EUR', platform: 'Steam', category: 'Gift Card' }))).toContain('Steam');
  expect(wordsOn(coverRecipe({ name: 'Elden Ring Steam Account', platform: 'Steam' }))).toEqual(['ELDEN', 'RING', 'ACCOUNT']);
});

test('no lettering of a cover stands where a card lays its chip, whatever the title', () => {
  const titles = [
    'Hades',
    'The Witcher 3: Wild Hunt - Complete Edition',
    'A rather long name of a game that goes on and on and on',
    'W'.repeat(300),
  ];
  const kinds = [{}, { category: 'Gift Card', platform: 'Steam' }, { category: 'Account' }, { type: 'software' }];
  for (const recipe of titles.flatMap((name) => kinds.map((kind) => coverRecipe({ name, ...kind })))) {
    const letters = composeSvg(recipe).replace(/<g transform.*?<\/g>/gs, '');
    const baselines = Array.from(letters.matchAll(/<text[^>]* y="([\d.]+)"/g), ([, y]) => Number(y));
    expect(Math.max(...baselines)).toBeLessThanOrEqual(0.86 * 800);
    expect(Math.max(...baselines)).toBeGreaterThan(0.7 * 800);
  }
});

test('a cover that was stored with its platform is drawn as it was', () => {
  const old = { v: 1, kind: 'cover', title: 'The Witcher 3: Wild Hunt - Complete Edition', platform: 'GOG.com', seed: 'witcher' } as const;
  const kinds = [{}, { category: 'Gift Card' }, { category: 'Software' }, { category: 'Account' }];
  expect(hash(kinds.map((kind) => composeSvg({ ...old, ...kind })).join())).toBe(
    'd04451fadfebd50ef2727d49b6e347972cd60c22209d7718e66fad0015d61503',
  );
});

test('each screenshot shows the scene of the cover, every time otherwise', () => {
  for (const game of ['Stardew Valley', 'Rust', 'Hades', 'Sea of Thieves', 'Factorio'].map((name) => ({
    name,
    genres: ['Simulation', 'Indie'],
  }))) {
    const [cover, ...screenshots] = [coverRecipe(game), ...screenshotRecipes(game)];
    const { scene } = moodAndScene(cover!, randomOf(cover!));
    expect(screenshots.map((recipe) => moodAndScene(recipe, randomOf(recipe)).scene)).toEqual([scene, scene, scene]);
    expect(new Set(screenshots.map(composeSvg)).size).toBe(3);
  }
});

test('a screenshot that was stored before its scene followed the cover is drawn as it was', () => {
  const old: ArtRecipe = { v: 1, kind: 'screenshot', title: 'Stardew Valley', genres: ['Simulation'], seed: 'stardew valley 1' };
  expect(hash(composeSvg(old))).toBe('260f8231ce2f2e29fcff65a37601691c7331798d9b1fa97b9b2effb50f700b2a');
  expect(hash(composeSvg({ ...old, v: 2 }))).not.toBe(hash(composeSvg(old)));
});

test.each([
  ['Counter-Strike: Source Steam CD Key', 'Counter-Strike: Source'],
  ['Forza Horizon 5 EU XBOX One CD Key', 'Forza Horizon 5'],
  ['Elden Ring Steam Account', 'Elden Ring'],
  ['Key', 'Key'],
  ['Steam Gift Card 20 EUR', 'Steam Gift Card 20 EUR'],
])('the cover of %j reads %j', (name, title) => {
  expect(coverRecipe({ name }).title).toBe(title);
});

test('a title is parted into name, what follows, and edition', () => {
  expect(titleParts('The Witcher 3: Wild Hunt - Complete Edition')).toEqual({
    main: 'The Witcher 3',
    rest: 'Wild Hunt',
    edition: 'Complete Edition',
  });
  expect(titleParts('Fallout 4: Game of the Year Edition')).toEqual({ main: 'Fallout 4', rest: '', edition: 'Game of the Year Edition' });
  expect(titleParts('Portal 2')).toEqual({ main: 'Portal 2', rest: '', edition: '' });
});

const hostile = [
  '<script>alert(1)</script>',
  '"><image href="file:///etc/passwd"/>',
  '&lt;&amp;&#0;',
  ']]><!--',
  '🎮🔥👾',
  'אלוף המשחקים',
  'لعبة',
  '東京ゲーム',
  '\u202egnirts\u0000\u0007',
  'a\ud800b',
  'W'.repeat(300),
  'Very long words '.repeat(20),
  '',
  ' ',
  '…',
  'İstanbul ﬀ ß ŉ',
  'Zażółć gęślą jaźń Привет Ωμέγα',
];

test.each(hostile)('the title %j draws a whole cover and adds no element', async (title) => {
  const parts: Partial<ArtRecipe>[] = [{}, { category: 'Gift Card' }, { category: 'Software' }, { category: 'Account' }];
  for (const part of parts) {
    const recipe: ArtRecipe = { v: 1, kind: 'cover', title, platform: title, seed: title, genres: [title], ...part };
    const svg = composeSvg(recipe);
    expect(svg).not.toMatch(/<script|<image|<foreignObject|<!|\0/i);
    expect(Array.from(svg.matchAll(/<([a-zA-Z]+)/g), ([, name = '']) => name).filter((name) => !elements.has(name))).toEqual([]);
    expect(await drawArt(recipe, 80)).toMatchObject({ width: 80, height: 107 });
  }
});

const elements = new Set(['svg', 'defs', 'g', 'path', 'rect', 'circle', 'text', 'stop', 'linearGradient', 'radialGradient', 'clipPath']);

test('nothing is painted on a layer of its own but what is clipped: a layer outside the picture would end the process', () => {
  for (const recipe of covers) expect(composeSvg(recipe)).not.toMatch(/\sopacity=|<mask|<filter|mix-blend/);
});

test('letters are drawn on a machine without any font of its own', async () => {
  const { pixels: blank } = await drawArt({ v: 1, kind: 'cover', title: '', seed: 'same', genres: ['RPG'] }, 160);
  for (const title of ['Łódź', 'Привет', 'Ωμέγα', 'Title']) {
    const { pixels: titled } = await drawArt({ v: 1, kind: 'cover', title, seed: 'same', genres: ['RPG'] }, 160);
    expect(titled.equals(blank)).toBe(false);
    expect(textWidth(title, 'Manrope')).toBeGreaterThan(1);
  }
});

test('what no font can draw is left out of a title, and accents fall before letters do', () => {
  expect(drawable('Ḧello 🎮 World™ ')).toBe('Hello World');
  expect(drawable('東京')).toBe('');
});

test('a title fits its box whatever its length', () => {
  for (const text of ['A', 'Two Words', 'A rather long name of a game that goes on and on', 'W'.repeat(200)]) {
    const { lines, size, height } = fit(text, 'Manrope', { width: 500, height: 200, largest: 110 });
    expect(height).toBeLessThanOrEqual(200.001);
    for (const line of lines) expect((textWidth(line, 'Manrope') ?? 0) * size).toBeLessThanOrEqual(500.5);
  }
});

test.each([
  ['Steam Gift Card 20 EUR', '€20'],
  ['PlayStation Store Gift Card 100 PLN', '100 zł'],
  ['Steam Gift Card $50 US', '$50'],
  ['Xbox Game Pass Ultimate 1 Month', '1 month'],
  ['PlayStation Plus Essential 12 Months (UK)', '12 months'],
])('the card of %j shows that it is worth %s', (title, worth) => {
  expect(composeSvg({ v: 1, kind: 'cover', title, category: 'Gift Card', platform: 'Steam', seed: title })).toContain(`>${worth}</text>`);
});

test('a recipe of another kind is not one of these', () => {
  expect(isArtRecipe({ v: 4, kind: 'tile' })).toBe(false);
});

test('illustrations and covers of posts are wide and carry no words', () => {
  for (const recipe of [
    illustrationRecipe('Windows 11 Pro', 'a'),
    blogRecipe('How to check a region', 'b'),
    ...screenshotRecipes({ name: 'Hades' }),
  ]) {
    expect(isArtRecipe(recipe)).toBe(true);
    const svg = composeSvg(recipe);
    expect(svg).toContain('viewBox="0 0 1280 720"');
    expect(svg).not.toContain('<text');
  }
});
