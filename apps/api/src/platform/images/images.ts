import { Inject, Injectable, Optional } from '@nestjs/common';
import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { bounded } from './bounded.ts';
import { encodePixels, pictureSize, renderSvg, resizeUpload } from './encode.ts';
import { CoverArt, ImageRecipes, ImageStore } from './ports.ts';
import { type ImageFormat, type ImageRecipe, uploadId, widthsOf } from './recipe.ts';
import { tileSvg } from './tile.ts';

export interface ImageVariant {
  readonly id: string;
  readonly width: number;
  readonly format: ImageFormat;
}

const DRAWN_AT_ONCE = 2;
const MOST_WAITING = 1000;
const anyWidth = new Set<number>([...COVER_WIDTHS, ...SCREENSHOT_WIDTHS]);

/** Gives pictures in the sizes that pages need. Each variant is drawn once, when it is first asked for, and then kept. */
@Injectable()
export class Images {
  private readonly inTurn = bounded(DRAWN_AT_ONCE, MOST_WAITING);
  /** One drawing per variant, however many ask for it. */
  private readonly underWay = new Map<string, Promise<Buffer | null>>();

  constructor(
    private readonly store: ImageStore,
    private readonly recipes: ImageRecipes,
    @Optional() @Inject(CoverArt) private readonly coverArt: CoverArt | null = null,
  ) {}

  /** Null for an unknown picture and for a width that its kind is not served in. @throws TooMuchToDraw */
  async variant(wanted: ImageVariant): Promise<Buffer | null> {
    if (!anyWidth.has(wanted.width)) return null;
    const key = variantKey(wanted);
    const stored = await this.store.get(key);
    if (stored) return stored;
    const started = this.underWay.get(key);
    if (started) return started;
    const making = this.make(wanted, key).finally(() => this.underWay.delete(key));
    this.underWay.set(key, making);
    return making;
  }

  /** Keeps an uploaded picture and answers the id that it is served under. @throws where the bytes are no picture. */
  async keepUpload(content: Buffer): Promise<string> {
    const id = uploadId(content);
    const smallest = await this.inTurn(() => resizeUpload(content, COVER_WIDTHS[0], 'webp'));
    await this.store.put(originalKey(id), content);
    await this.store.put(variantKey({ id, width: COVER_WIDTHS[0], format: 'webp' }), smallest);
    return id;
  }

  /** Pixels of an uploaded picture as it is shown, turned upright; null where nothing was uploaded under this id. */
  async uploadSize(id: string): Promise<{ width: number; height: number } | null> {
    const original = await this.store.get(originalKey(id));
    return original && pictureSize(original);
  }

  private async make(wanted: ImageVariant, key: string): Promise<Buffer | null> {
    const recipe = await this.recipes.ofId(wanted.id);
    if (recipe) {
      if (!widthsOf(recipe.kind).includes(wanted.width)) return null;
      return this.keep(key, () => this.draw(recipe, wanted));
    }
    const original = await this.store.get(originalKey(wanted.id));
    return original && this.keep(key, () => resizeUpload(original, wanted.width, wanted.format));
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

/** Two letters of the id as a folder, so that no folder grows without bound. */
function variantKey({ id, width, format }: ImageVariant): string {
  return `variants/${id.slice(0, 2)}/${id}-${width}.${format}`;
}

function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}
