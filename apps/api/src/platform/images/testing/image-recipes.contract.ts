import { expect, test } from '@jest/globals';
import type { ImageRecipes } from '../ports.ts';
import { coverRecipe, imageId, screenshotRecipes } from '../recipe.ts';

/** What every place for recipes must do. */
export function imageRecipesContract(make: () => Promise<ImageRecipes>): void {
  test('a recipe that was added is found under its id, whole', async () => {
    const recipes = await make();
    const cover = coverRecipe({
      name: 'Zażółć "gęślą" ? jaźń 🎮',
      platform: 'Xbox Series X|S',
      genres: ['RPG', 'Co-op'],
      category: 'Account',
    });
    await recipes.add([cover, ...screenshotRecipes({ name: 'Raft' })]);
    expect(await recipes.ofId(imageId(cover))).toEqual(cover);
    expect(imageId((await recipes.ofId(imageId(cover)))!)).toBe(imageId(cover));
  });

  test('adding a recipe again, also twice in one go, changes nothing', async () => {
    const recipes = await make();
    const cover = coverRecipe({ name: 'Rust' });
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
