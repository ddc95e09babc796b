import { type ArtRecipe, blogRecipe, coverRecipe, illustrationRecipe, screenshotRecipes } from '@keyturn/cover-art';
import { imageId, imagePath } from '../platform/images/recipe.ts';
import type { DemoPost, DemoProduct } from './index.ts';

const CARD_WIDTH = 320;
const WIDE_WIDTH = 1280;

interface PicturedProduct {
  /** The product as the importer takes it, with paths of its pictures. */
  readonly product: DemoProduct;
  /** What the pictures are drawn from when they are first asked for. */
  readonly recipes: readonly ArtRecipe[];
}

/** Cover, screenshots and illustrations of a demo product. */
export function withPictures(product: DemoProduct): PicturedProduct {
  const recipes: ArtRecipe[] = [];
  const path = (recipe: ArtRecipe, width: number) => {
    recipes.push(recipe);
    return imagePath(imageId(recipe), width);
  };
  const title = product.originalName ?? product.name ?? product.productName ?? '';
  const descriptions = Array.isArray(product.descriptions) ? (product.descriptions as { typeDesc?: string }[]) : [];
  const pictured = {
    ...product,
    mainImage: path(coverRecipe(product), CARD_WIDTH),
    images: { screenshots: screenshotRecipes(product).map((recipe) => ({ url: path(recipe, WIDE_WIDTH) })) },
    descriptions: descriptions.map((block, index) =>
      block.typeDesc === 'Paragraph'
        ? block
        : { ...block, image: path(illustrationRecipe(title, `${title.toLowerCase()} ${index + 1}`), WIDE_WIDTH) },
    ),
  };
  return { product: pictured, recipes };
}

export function postRecipe({ title, coverImage }: DemoPost): ArtRecipe {
  return blogRecipe(title, coverImage);
}
