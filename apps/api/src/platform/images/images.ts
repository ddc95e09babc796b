import { Inject, Injectable, Optional } from '@nestjs/common';
import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { LRUCache } from 'lru-cache';
import { bounded } from '../../shared/concurrency/bounded.ts';
import { encodePixels, pictureSize, renderSvg, resizeUpload } from './encode.ts';
import { CoverArt, ImageRecipes, ImageStore } from './ports.ts';
import { type ImageFormat, type ImageRecipe, uploadId, widthsOf } from './recipe.ts';
import { tileSvg } from './tile.ts';
import { TooMuchToDraw } from './too-much-to-draw.ts';

export interface ImageVariant {
  readonly id: string;
  readonly width: number;
  readonly format: ImageFormat;
}

const DRAWN_AT_ONCE = 2;
const MOST_WAITING = 1000;
/** Some hundred bytes each. */
const MOST_KNOWN = 10_000;
/** The first drawing version with a folder of its own for variants; see `variantKey`. */
const FIRST_WITH_FOLDER = 4;
const anyWidth = new Set<number>([...COVER_WIDTHS, ...SCREENSHOT_WIDTHS]);

/** Gives pictures in the sizes that pages need. Each variant is drawn on its first request and then stored. */
@Injectable()
export class Images {
  private readonly inTurn = bounded(DRAWN_AT_ONCE, MOST_WAITING, () => new TooMuchToDraw());
  /** One read or drawing per variant in progress, shared by concurrent requests. */
  private readonly underWay = new Map<string, Promise<Buffer | null>>();
  /** Cached recipes of pictures that were served, so that the next request needs the store only; `recipe` is null for uploads. */
  private readonly known = new LRUCache<string, { readonly recipe: ImageRecipe | null }>({ max: MOST_KNOWN });

  constructor(
    private readonly store: ImageStore,
    private readonly recipes: ImageRecipes,
    @Optional() @Inject(CoverArt) private readonly coverArt: CoverArt | null = null,
  ) {}

  /** Null for an unknown picture and for a width that its kind is not served in. @throws TooMuchToDraw */
  async variant(wanted: ImageVariant): Promise<Buffer | null> {
    if (!anyWidth.has(wanted.width)) return null;
    const name = fileName(wanted);
    const started = this.underWay.get(name);
    if (started) return started;
    const making = this.readOrMake(wanted).finally(() => this.underWay.delete(name));
    this.underWay.set(name, making);
    return making;
  }

  /**
   * Stores an uploaded picture, also in these widths, and returns the id under which it is served. Others are made at their first request.
   * @throws where the bytes are no picture.
   */
  async storeUpload(content: Buffer, widths: readonly number[] = [COVER_WIDTHS[0]]): Promise<string> {
    const id = uploadId(content);
    const sizes: { readonly width: number; readonly picture: Buffer }[] = [];
    for (const width of widths) sizes.push({ width, picture: await this.inTurn(() => resizeUpload(content, width, 'webp')) });
    await this.store.put(originalKey(id), content);
    for (const { width, picture } of sizes) await this.store.put(variantKey({ id, width, format: 'webp' }, null), picture);
    return id;
  }

  /** Pixels of an uploaded picture as it is shown, turned upright; null where nothing was uploaded under this id. */
  async uploadSize(id: string): Promise<{ width: number; height: number } | null> {
    const original = await this.store.get(originalKey(id));
    return original && pictureSize(original);
  }

  private async readOrMake(wanted: ImageVariant): Promise<Buffer | null> {
    const known = this.known.get(wanted.id) ?? { recipe: await this.recipes.ofId(wanted.id) };
    const key = variantKey(wanted, known.recipe);
    const picture = (await this.store.get(key)) ?? (await this.make(wanted, known.recipe, key));
    if (picture) this.known.set(wanted.id, known);
    return picture;
  }

  private async make(wanted: ImageVariant, recipe: ImageRecipe | null, key: string): Promise<Buffer | null> {
    if (recipe) {
      if (!widthsOf(recipe.kind).includes(wanted.width)) return null;
      return this.keep(key, () => this.draw(recipe, wanted));
    }
    return (await this.store.has(originalKey(wanted.id))) ? this.keep(key, () => this.resized(wanted)) : null;
  }

  /** Read only when it is drawn: an original may have 10 MB, and a thousand may wait. */
  private async resized({ id, width, format }: ImageVariant): Promise<Buffer> {
    const original = await this.store.get(originalKey(id));
    if (original === null) throw new Error(`The original of picture ${id} is gone.`);
    return resizeUpload(original, width, format);
  }

  private async draw(recipe: ImageRecipe, { width, format }: ImageVariant): Promise<Buffer> {
    const art = await this.coverArt?.draw(recipe, width);
    return art ? encodePixels(art, format) : renderSvg(tileSvg(recipe, width), format);
  }

  private async keep(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = await this.inTurn(draw);
    await this.store.put(key, picture);
    return picture;
  }
}

/**
 * The first two characters of the id are a folder, so that no folder grows without bound. From drawing version 4 on, variants are below the
 * version's number: a process of an older version, which still runs during a deployment, draws an unknown recipe in its own way and stores
 * the result in its own place. Uploads and older recipes stay there.
 */
function variantKey(wanted: ImageVariant, recipe: ImageRecipe | null): string {
  const version = recipe && recipe.v >= FIRST_WITH_FOLDER ? `${recipe.v}/` : '';
  return `variants/${version}${wanted.id.slice(0, 2)}/${fileName(wanted)}`;
}

function fileName({ id, width, format }: ImageVariant): string {
  return `${id}-${width}.${format}`;
}

function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}
