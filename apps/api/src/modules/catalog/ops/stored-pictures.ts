import { Injectable } from '@nestjs/common';
import { Images } from '../../../platform/images/images.ts';
import { PictureStorage } from '../application/ops/set-pictures.ts';

@Injectable()
export class StoredPictures extends PictureStorage {
  constructor(private readonly images: Images) {
    super();
  }

  override keep(content: Buffer): Promise<string> {
    return this.images.storeUpload(content);
  }
}
