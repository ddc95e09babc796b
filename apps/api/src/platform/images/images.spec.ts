import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Images } from './images.ts';
import { CoverArt } from './ports.ts';
import { imageId, type ImageRecipe } from './recipe.ts';
import { InMemoryImageRecipes, InMemoryImageStore } from './testing/in-memory-images.ts';
import { tileRecipe, wideTileRecipe } from './tile.ts';
import { TooMuchToDraw } from './too-much-to-draw.ts';

const cover = tileRecipe({ name: 'Hollow Knight', platform: 'Steam' });
const wide = wideTileRecipe('How to check a region');
const art: ImageRecipe = { v: 3, kind: 'cover', title: 'Hollow Knight', seed: 'hollow knight' };

async function gallery(coverArt: CoverArt | null = null) {
  const store = new InMemoryImageStore();
  const recipes = new InMemoryImageRecipes();
  await recipes.add([cover, wide, art]);
  return { store, recipes, images: new Images(store, recipes, coverArt) };
}

test('a cover is three wide and four high in every width that covers are served in', async () => {
  const { images } = await gallery();
  for (const width of [80, 160, 320, 480, 640]) {
    const picture = await images.variant({ id: imageId(cover), width, format: 'webp' });
    expect(await sharp(picture!).metadata()).toMatchObject({ format: 'webp', width, height: Math.round((width * 4) / 3) });
  }
});

test('what is no cover is sixteen by nine, also as a JPEG for e-mails', async () => {
  const { images } = await gallery();
  const picture = await images.variant({ id: imageId(wide), width: 320, format: 'jpg' });
  expect(await sharp(picture!).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 180 });
});

test('a picture is drawn once and then comes from the store', async () => {
  const { images, store, recipes } = await gallery();
  const first = await images.variant({ id: imageId(cover), width: 80, format: 'webp' });
  const second = await images.variant({ id: imageId(cover), width: 80, format: 'webp' });
  expect(second?.equals(first!)).toBe(true);
  expect(recipes.asked).toBe(1);
  expect(store.pictures.size).toBe(1);
});

/** Draws demo pictures all in red, and does not draw tiles. */
class RedArt extends CoverArt {
  override async draw({ kind }: ImageRecipe, width: number) {
    const height = Math.round((width * 4) / 3);
    return kind === 'tile' ? null : { pixels: Buffer.alloc(width * height * 4, Buffer.from('ff0000ff', 'hex')), width, height };
  }
}

test.each([
  ['its own art, where there is some', new RedArt(), art, true],
  ['a tile where the shop has no art', null, art, false],
  ['a tile where the recipe is one', new RedArt(), cover, false],
])('a stored recipe is drawn as %s', async (_name, coverArt, recipe, isRed) => {
  const { images } = await gallery(coverArt);
  const picture = await images.variant({ id: imageId(recipe), width: 80, format: 'webp' });
  const { channels } = await sharp(picture!).stats();
  expect((channels[0]?.mean ?? 0) > 200).toBe(isRed);
});

test.each([
  ['a picture of a tile', 'a tile', cover],
  ['a picture of a wide tile', 'a tile', wide],
  ['a picture of its own recipes', 'what was stored', art],
])('where a process of the version before has stored %s, what is served is %s', async (_name, served, recipe) => {
  const { images, store } = await gallery();
  const id = imageId(recipe);
  const stored = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer();
  await store.put(`variants/${id.slice(0, 2)}/${id}-320.webp`, stored);
  const wanted = { id, width: 320, format: 'webp' } as const;
  const pictures = [await images.variant(wanted), await images.variant(wanted)];
  expect(pictures.map((picture) => picture?.equals(stored))).toEqual(Array(2).fill(served === 'what was stored'));
});

test('a picture that was served once is served again without asking for its recipe', async () => {
  const { images, recipes } = await gallery();
  const upload = await images.storeUpload(
    await sharp({ create: { width: 90, height: 90, channels: 3, background: '#27a' } })
      .png()
      .toBuffer(),
  );
  for (const id of [upload, imageId(art), upload, imageId(art)]) await images.variant({ id, width: 80, format: 'webp' });
  expect(recipes.asked).toBe(2);
});

test('twenty concurrent requests for a new picture cause one drawing', async () => {
  const { images, recipes } = await gallery();
  const pictures = await Promise.all(Array.from({ length: 20 }, () => images.variant({ id: imageId(cover), width: 160, format: 'webp' })));
  expect(new Set(pictures.map((picture) => picture?.length)).size).toBe(1);
  expect(recipes.asked).toBe(1);
});

test.each([
  ['an unknown picture', { id: 'f'.repeat(32), width: 320 }],
  ['a width that is never served', { id: imageId(cover), width: 333 }],
  ['a cover in the width of a wide picture', { id: imageId(cover), width: 1280 }],
  ['a wide picture in the width of a cover', { id: imageId(wide), width: 480 }],
])('%s is not there, and nothing is stored for it', async (_name, wanted) => {
  const { images, store } = await gallery();
  expect(await images.variant({ ...wanted, format: 'webp' })).toBeNull();
  expect(store.pictures.size).toBe(0);
});

test('an uploaded picture is served in any width under the hash of its content, and never blown up', async () => {
  const { images } = await gallery();
  const upload = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#27a' } })
    .png()
    .toBuffer();
  const id = await images.storeUpload(upload);
  expect(await images.storeUpload(upload)).toBe(id);
  expect(await sharp((await images.variant({ id, width: 160, format: 'webp' }))!).metadata()).toMatchObject({ width: 160, height: 120 });
  expect(await sharp((await images.variant({ id, width: 640, format: 'webp' }))!).metadata()).toMatchObject({ width: 400 });
});

test('however many pictures wait to be drawn, two originals at a time are in memory', async () => {
  const { images, store } = await gallery();
  const upload = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#27a' } })
    .png()
    .toBuffer();
  const id = await images.storeUpload(upload);
  const read = store.get.bind(store);
  let held = 0;
  let most = 0;
  store.get = async (key) => {
    if (key.startsWith('originals/')) most = Math.max(most, (held += 1));
    return read(key);
  };
  const put = store.put.bind(store);
  store.put = async (key, content) => {
    held -= 1;
    return put(key, content);
  };
  const widths = [80, 160, 320, 480, 640, 960, 1280];
  await Promise.all(widths.flatMap((width) => (['webp', 'jpg'] as const).map((format) => images.variant({ id, width, format }))));
  expect(most).toBeLessThanOrEqual(3);
  expect(await images.variant({ id: '0'.repeat(32), width: 160, format: 'webp' })).toBeNull();
});

/** Draws for ever. */
class SlowArt extends CoverArt {
  override draw() {
    return new Promise<never>(() => undefined);
  }
}

test('two pictures are drawn at a time, a thousand wait, and the next one is told to come back', async () => {
  const { images, recipes } = await gallery(new SlowArt());
  const many = Array.from({ length: 1003 }, (_, number): ImageRecipe => ({ ...art, seed: String(number) }));
  await recipes.add(many);
  const refused: number[] = [];
  const asked = many.map((recipe) => images.variant({ id: imageId(recipe), width: 80, format: 'webp' }));
  for (const [number, picture] of asked.entries()) picture.catch(() => refused.push(number));
  await expect(asked.at(-1)).rejects.toThrow(TooMuchToDraw);
  expect(refused).toEqual([1002]);
});

test('an upload that is no picture is refused and nothing is stored', async () => {
  const { images, store } = await gallery();
  await expect(images.storeUpload(Buffer.from('<svg onload="alert(1)">'))).rejects.toThrow();
  expect(store.pictures.size).toBe(0);
});
