import { checkedKey, ImageRecipes, ImageStore } from '../ports.ts';
import { imageId, type ImageRecipe } from '../recipe.ts';

export class InMemoryImageStore extends ImageStore {
  readonly pictures = new Map<string, Buffer>();

  override async get(key: string): Promise<Buffer | null> {
    return this.pictures.get(checkedKey(key)) ?? null;
  }

  override async put(key: string, content: Buffer): Promise<void> {
    this.pictures.set(checkedKey(key), Buffer.from(content));
  }

  override async has(key: string): Promise<boolean> {
    return this.pictures.has(checkedKey(key));
  }
}

export class InMemoryImageRecipes extends ImageRecipes {
  private readonly recipes = new Map<string, ImageRecipe>();
  asked = 0;

  override async ofId(id: string): Promise<ImageRecipe | null> {
    this.asked += 1;
    return this.recipes.get(id) ?? null;
  }

  override async add(recipes: readonly ImageRecipe[]): Promise<void> {
    for (const recipe of recipes) this.recipes.set(imageId(recipe), recipe);
  }
}
