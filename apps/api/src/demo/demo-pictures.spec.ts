import { expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { SupplierFeed } from '../modules/catalog/adapters/supplier/supplier-feed.ts';
import { Config, readConfig } from '../platform/config/config.ts';
import { CoverArt } from '../platform/images/ports.ts';
import { imageId } from '../platform/images/recipe.ts';
import { tileRecipe } from '../platform/images/tile.ts';
import { DemoCoverArtModule } from './demo-cover-art.module.ts';
import { withPictures } from './demo-pictures.ts';
import { demoProducts } from './index.ts';

const pictured = demoProducts().map(withPictures);

test('every demo product is imported with pictures that there is a recipe for, and with no tile', () => {
  const feed = new SupplierFeed(readConfig({}));
  for (const { product, recipes } of pictured) {
    const line = feed.read({ number: 1, text: JSON.stringify(product) });
    if ('reason' in line) throw new Error(line.reason);
    const { cover, screenshots, details } = line.product;
    expect(cover.recipe).toBeNull();
    const used = [cover.id, ...screenshots, ...Array.from(JSON.stringify(details).matchAll(/images\/([0-9a-f]{32})-/g), ([, id]) => id)];
    expect(used).toEqual(recipes.map(imageId));
  }
});

test('a game has a cover and three screenshots, and no two names share a cover', () => {
  const games = pictured.filter(({ product }) => product.category === 'Game');
  for (const { recipes } of games) expect(recipes.map(({ kind }) => kind)).toEqual(['cover', 'screenshot', 'screenshot', 'screenshot']);
  expect(new Set(pictured.map(({ product }) => product.mainImage)).size).toBeGreaterThan(180);
});

async function coverArt(seedsDemo: boolean): Promise<CoverArt | null> {
  const config = { provide: Config, useValue: { seedsDemo } };
  const module = await Test.createTestingModule({
    imports: [{ module: class {}, global: true, providers: [config], exports: [Config] }, DemoCoverArtModule],
  }).compile();
  return module.get(CoverArt);
}

test('a demo shop draws the art of its products and leaves tiles to the API; another shop draws no art', async () => {
  const art = await coverArt(true);
  const [cover] = pictured[0]!.recipes;
  expect(await art?.draw(cover!, 80)).toMatchObject({ width: 80, height: 107 });
  expect(await art?.draw(tileRecipe({ name: 'Rust', platform: 'Steam' }), 80)).toBeNull();
  expect(await coverArt(false)).toBeNull();
});
