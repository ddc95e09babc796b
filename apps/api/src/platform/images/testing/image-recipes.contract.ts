import { expect, test } from '@jest/globals';
import type { ImageRecipes } from '../ports.ts';
import { imageId, type ImageRecipe } from '../recipe.ts';
import { tileRecipe, wideTileRecipe } from '../tile.ts';

/** Contract of every ImageRecipes. */
export function imageRecipesContract(make: () => Promise<ImageRecipes>): void {
  test('a recipe that was added is found under its id, whole', async () => {
    const recipes = await make();
    const cover: ImageRecipe = {
      v: 3,
      kind: 'cover',
      title: 'Zażółć "gęślą" ? jaźń 🎮',
      platform: 'Xbox Series X|S',
      category: 'Account',
      genres: ['RPG', 'Co-op'],
      seed: 'zażółć',
    };
    await recipes.add([cover, wideTileRecipe('Raft')]);
    expect(await recipes.ofId(imageId(cover))).toEqual(cover);
    expect(imageId((await recipes.ofId(imageId(cover)))!)).toBe(imageId(cover));
  });

  test('adding a recipe again, also twice in one go, changes nothing', async () => {
    const recipes = await make();
    const cover = tileRecipe({ name: 'Rust', platform: 'Steam' });
    await recipes.add([cover, cover]);
    await recipes.add([cover]);
    expect(await recipes.ofId(imageId(cover))).toEqual(cover);
  });

  test('adding nothing is fine, and an unknown id has no recipe', async () => {
    const recipes = await make();
    await recipes.add([]);
    expect(await recipes.ofId('0'.repeat(32))).toBeNull();
  });
}
