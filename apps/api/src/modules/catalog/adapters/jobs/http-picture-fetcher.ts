import { FetchFailed, FetchRefused } from '../../../../platform/public-fetch/fetch-errors.ts';
import type { PublicFetch } from '../../../../platform/public-fetch/public-fetch.ts';
import { checkPictureType, LARGEST_PICTURE } from '../../../../platform/images/picture-type-check.ts';
import { PictureAway, PictureFetcher, PictureRefused } from '../../application/feed-pictures.ts';

export const PICTURE_FETCH = {
  accept: 'image/*',
  limits: { totalMs: 20_000, answerMs: 10_000, mostBytes: LARGEST_PICTURE, mostRedirects: 5 },
} as const;

/**
 * Pictures at addresses of the internet. What counts is their content, whatever type the server names. One that is no picture is away: a server
 * may send a page that says so, and the picture a day later.
 */
export class HttpPictureFetcher extends PictureFetcher {
  constructor(private readonly files: PublicFetch) {
    super();
  }

  override async picture(address: string, stop: AbortSignal): Promise<Buffer> {
    const content = await this.content(address, stop);
    if ((await checkPictureType(content)) === null)
      throw new PictureAway('The file is no picture: PNG, JPEG, WebP or GIF of at most 25 megapixels.');
    return content;
  }

  private async content(address: string, stop: AbortSignal): Promise<Buffer> {
    try {
      return await this.files.content(address, stop);
    } catch (error) {
      if (error instanceof FetchRefused) throw new PictureRefused(error.message);
      if (error instanceof FetchFailed) throw new PictureAway(error.message);
      throw error;
    }
  }
}
