/** Pictures for the demo shop: covers, screenshots and illustrations, drawn from a recipe. Same recipe, same picture. */
export { drawArt } from './draw.ts';
export { type ArtRecipe, blogRecipe, coverRecipe, illustrationRecipe, isArtRecipe, screenshotRecipes } from './recipe.ts';
