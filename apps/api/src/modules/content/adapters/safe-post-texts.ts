import { Injectable } from '@nestjs/common';
import { SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { Config } from '../../../platform/config/config.ts';
import { safeHtmlWithPictures, TEXT_PICTURE } from '../../../platform/html/safe-html.ts';
import { Images } from '../../../platform/images/images.ts';
import { imagePath } from '../../../platform/images/recipe.ts';
import { PictureUnknown, PictureWithoutAlt, PostTexts, type TextPicture, TooManyPicturesInPost } from '../application/post-texts.ts';

/** The width in `src`, in pixels; pages derive other widths from it. */
const SRC_WIDTH = 960;
const WIDEST = Math.max(...SCREENSHOT_WIDTHS);
/** Each is looked up in the store. */
const MOST_PICTURES = 50;

@Injectable()
export class SafePostTexts extends PostTexts {
  constructor(
    private readonly images: Images,
    private readonly config: Config,
  ) {
    super();
  }

  override async safe(html: string): Promise<string> {
    const safe = safeHtmlWithPictures(html, this.config.apiOrigin, (id) => imagePath(id, SRC_WIDTH));
    const found = [...safe.matchAll(TEXT_PICTURE)].map(([, id = '', alt = '']) => ({ id, alt }));
    if (found.some(({ alt }) => alt.trim() === '')) throw new PictureWithoutAlt();
    const ids = new Set(found.map(({ id }) => id));
    if (ids.size > MOST_PICTURES) throw new TooManyPicturesInPost(MOST_PICTURES);
    const pictures = new Map<string, TextPicture>();
    for (const id of ids) pictures.set(id, await this.picture(id));
    return safe.replace(TEXT_PICTURE, (_tag, id: string, alt: string) => {
      const { path, width, height } = pictures.get(id) ?? { path: imagePath(id, SRC_WIDTH), width: 0, height: 0 };
      return `<img src="${path}" alt="${alt}" width="${width}" height="${height}" loading="lazy" />`;
    });
  }

  override async keep(content: Buffer): Promise<TextPicture> {
    return this.picture(await this.images.storeUpload(content));
  }

  private async picture(id: string): Promise<TextPicture> {
    const path = imagePath(id, SRC_WIDTH);
    const size = await this.images.uploadSize(id);
    if (size === null) throw new PictureUnknown(path);
    const width = Math.min(size.width, WIDEST);
    return { id, path, width, height: Math.max(1, Math.round((size.height * width) / size.width)) };
  }
}
