import type { ListWindow } from '../../../shared/list-window.ts';
import type { FeedPictureState } from '../domain/feed-pictures.ts';

/** A picture that was taken to be fetched. */
export interface DuePicture {
  readonly productId: string;
  readonly address: string;
  readonly isCover: boolean;
  /** This one included. */
  readonly tries: number;
}

export interface FeedPictureRecord {
  readonly productId: string;
  readonly kinguinId: number | null;
  readonly name: string;
  readonly place: number;
  readonly address: string;
  readonly state: FeedPictureState;
  readonly imageId: string | null;
  readonly tries: number;
  readonly failure: string | null;
  readonly dueAt: Date | null;
  readonly changedAt: Date;
}

/** Pictures that feeds name by addresses of others. Imports store them; see `picturesNamed`. */
export abstract class FeedPictures {
  /** The one that is due longest; another caller gets it only from `until` on. Null: none is due. */
  abstract take(now: Date, until: Date): Promise<DuePicture | null>;
  /**
   * Shows the fetched picture, unless staff set another one, or the feed has named another address meanwhile. In the current transaction;
   * repeated, it changes nothing.
   */
  abstract store(picture: DuePicture, imageId: string, now: Date): Promise<void>;
  /** Why it was not fetched. `dueAt`: when it is tried again; null: it is not. `tries`: those that count. */
  abstract fail(picture: DuePicture, outcome: { failure: string | null; dueAt: Date | null; tries: number }, now: Date): Promise<void>;
  /** Lets all that failed be fetched now, or those of one product; also what waits for its next try. Returns how many. */
  abstract tryAgain(productId: string | null, now: Date): Promise<number>;
  /** Latest change first. `total` is exact up to where lists stop counting. */
  abstract list(
    filter: { state?: FeedPictureState; productId?: string },
    window: ListWindow,
  ): Promise<{ items: FeedPictureRecord[]; total: number }>;
}

/** The picture itself, or its address, is refused: another try changes nothing. The message is for staff. */
export class PictureRefused extends Error {}

/** The picture could not be had now. The message is for staff. */
export class PictureAway extends Error {}

export abstract class PictureFetcher {
  /** The bytes of a picture that decodes. @throws PictureRefused, PictureAway; the reason of `stop` where that ends it */
  abstract picture(address: string, stop: AbortSignal): Promise<Buffer>;
}
