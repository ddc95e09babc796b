import { DomainError } from '../../../shared/domain-error.ts';

/** An uploaded picture as a text shows it: at most as wide as pages need it. */
export interface TextPicture {
  readonly id: string;
  /** Path on the API host. */
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Texts of posts, and the pictures that may stand in them. */
export abstract class PostTexts {
  /**
   * The HTML as it is stored: safe, with pictures of this shop only, each with its size, so that the layout does not shift.
   * @throws PictureUnfit where one has no alternative text or was never uploaded
   */
  abstract safe(html: string): Promise<string>;
  /** Stores an uploaded picture; its type is checked before. */
  abstract keep(content: Buffer): Promise<TextPicture>;
}

class PictureUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'description', message: this.message }];
}

export class PictureWithoutAlt extends PictureUnfit {
  constructor() {
    super('Each picture needs an alternative text that says what it shows: alt="A castle at night".');
  }
}

export class PictureUnknown extends PictureUnfit {
  constructor(path: string) {
    super(`There is no picture ${path}. Upload it with POST /ops/pictures and use the src of the answer.`);
  }
}

export class TooManyPicturesInPost extends PictureUnfit {
  constructor(most: number) {
    super(`At most ${most} pictures fit into one text.`);
  }
}
