import type { ImageRecipe } from './recipe.ts';

/**
 * The store of pictures: a folder, or an object store. Keys are `/`-separated names of lower-case letters, digits, dots and dashes.
 * The content of a key never changes, so it can be cached.
 */
export abstract class ImageStore {
  /** Null where nothing is stored under the key. @throws MalformedImageKey */
  abstract get(key: string): Promise<Buffer | null>;
  /** Stores all of the bytes or nothing; the same key again is the same picture. @throws MalformedImageKey */
  abstract put(key: string, content: Buffer): Promise<void>;
  /** @throws MalformedImageKey */
  abstract has(key: string): Promise<boolean>;
}

export class MalformedImageKey extends Error {
  constructor(key: string) {
    super(`Not a key of a picture: ${JSON.stringify(key.slice(0, 100))}`);
  }
}

const wellFormed = /^[0-9a-z]+(?:[.-][0-9a-z]+)*(?:\/[0-9a-z]+(?:[.-][0-9a-z]+)*)*$/;

/** The key as it is. @throws MalformedImageKey where it could lead out of the store. */
export function checkedKey(key: string): string {
  if (key.length > 200 || !wellFormed.test(key)) throw new MalformedImageKey(key);
  return key;
}

/** RGBA, row by row, four bytes for each pixel. */
export interface Pixels {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Draws pictures other than tiles, in a demo shop; without it all recipes are drawn as tiles. */
export abstract class CoverArt {
  /** The picture, `width` pixels wide; null where it does not draw recipes of this kind. */
  abstract draw(recipe: ImageRecipe, width: number): Promise<Pixels | null>;
}

/** Recipes of pictures that are drawn on their first request. */
export abstract class ImageRecipes {
  abstract ofId(id: string): Promise<ImageRecipe | null>;
  /** Stores recipes under their `imageId`; existing ones are not changed. Takes part in an open transaction. */
  abstract add(recipes: readonly ImageRecipe[]): Promise<void>;
}
