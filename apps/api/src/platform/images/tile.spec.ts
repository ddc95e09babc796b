import { expect, test } from '@jest/globals';
import { PLATFORMS } from '@keyturn/shop-rules';
import sharp from 'sharp';
import { renderSvg } from './encode.ts';
import { imageId } from './recipe.ts';
import { tileRecipe, tileSvg, wideTileRecipe } from './tile.ts';

const tile = (name: string, platform = 'Steam') => tileSvg(tileRecipe({ name, platform }), 160);
const letters = (svg: string) => svg.match(/<path transform="translate\(/g)?.length ?? 0;
const hasKey = (svg: string) => svg.includes('<circle');

test('a tile shows the initials of the name and its platform, and other names other initials', () => {
  expect(letters(tile('Hollow Knight'))).toBe('HKSteam'.length);
  expect(tile('Hollow Knight')).toBe(tile('hyper  kombat: Silksong'));
  expect(tile('Hollow Knight')).not.toBe(tile('Hades'));
  expect(tile('Hollow Knight')).not.toBe(tile('Hollow Knight', 'Xbox'));
});

test('products with the same initials and platform share one picture', () => {
  const id = (name: string, platform: string) => imageId(tileRecipe({ name, platform }));
  expect(id('Hollow Knight', 'Steam')).toBe(id('Hello Kitty', 'Steam'));
  expect(id('Hollow Knight', 'Steam')).not.toBe(id('Hollow Knight', 'Xbox'));
});

test('every platform of the shop is spelt out', () => {
  for (const platform of PLATFORMS) expect(letters(tile('', platform))).toBe(platform.replaceAll(' ', '').length);
});

test.each(['Łódź', 'Éclair Über', 'Ведьмак Ёж', 'Ωμέγα', '2048'])('%s has its letters, with or without their accents', (name) => {
  expect([hasKey(tile(name, '')), letters(tile(name, '')) > 0]).toEqual([false, true]);
});

test.each(['原神', '東京ゲーム', 'لعبة', 'אלוף', '한국', '', ' ', '…', '🎮🔥'])('%j has a key in the place of letters', (name) => {
  expect([hasKey(tile(name)), letters(tile(name))]).toEqual([true, 'Steam'.length]);
});

test.each([
  '<script>alert(1)</script>',
  '"><image href="file:///etc/passwd"/>',
  '&lt;&#0;',
  'a\ud800b',
  '\u202egnirts\u0000',
  'constructor',
  'W'.repeat(5000),
])('nothing of the name %j gets into the markup', async (name) => {
  const svg = tileSvg({ v: 3, kind: 'cover', title: name, platform: name }, 80);
  const elements = new Set(Array.from(svg.matchAll(/<([a-zA-Z]+)/g), ([, element]) => element));
  expect([...elements].filter((element) => !['svg', 'linearGradient', 'stop', 'rect', 'g', 'path', 'circle'].includes(element!))).toEqual(
    [],
  );
  expect(await sharp(await renderSvg(svg, 'webp')).metadata()).toMatchObject({ width: 80, height: 107 });
});

test('the widest letters stay clear of the edges', async () => {
  const edge = (name: string) =>
    sharp(Buffer.from(tile(name, 'Origin / EA app')))
      .extract({ left: 0, top: 0, width: 16, height: 213 })
      .raw()
      .toBuffer();
  expect((await edge('W W')).equals(await edge('I'))).toBe(true);
});

test('the same tile is the same picture to the byte, needs no font, and is wide for a post', async () => {
  expect((await renderSvg(tile('Rust'), 'webp')).equals(await renderSvg(tile('Rust'), 'webp'))).toBe(true);
  expect(tile('Rust')).not.toContain('<text');
  expect(await sharp(await renderSvg(tileSvg(wideTileRecipe('Rust'), 640), 'jpg')).metadata()).toMatchObject({ width: 640, height: 360 });
});
