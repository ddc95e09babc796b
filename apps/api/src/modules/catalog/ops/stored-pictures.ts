import { COVER_WIDTHS } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Images } from '../../../platform/images/images.ts';
import { PictureStorage } from '../application/ops/set-pictures.ts';

@Injectable()
export class StoredPictures extends PictureStorage {
  constructor(private readonly images: Images) {
    super();
  }

  override keep(content: Buffer, { isCover } = { isCover: false }): Promise<string> {
    return this.images.storeUpload(content, isCover ? COVER_WIDTHS : undefined);
  }
}
